// What a widget's `style` may say. The chat reads the same names; what it does not know it leaves alone.
import { z } from "zod";

export const themes = ["auto", "light", "dark"] as const;
export const positions = ["right", "left"] as const;

const words = z.string().max(200).optional().catch(undefined);

export const widgetStyle = z.looseObject({
  title: words,
  subtitle: words,
  placeholder: words,
  launcherLabel: words,
  color: words,
  textColor: words,
  avatarUrl: z.string().max(2_000).optional().catch(undefined),
  position: z.enum(positions).optional().catch(undefined),
  theme: z.enum(themes).optional().catch(undefined),
  radius: z.number().min(0).max(40).optional().catch(undefined),
});
export type WidgetStyle = z.infer<typeof widgetStyle>;

/** The colours of a widget that says nothing about them. */
export const usualColours = { color: "#2563c9", textColor: "#ffffff" } as const;

export function readStyle(value: unknown): WidgetStyle {
  const parsed = widgetStyle.safeParse(value ?? {});
  return parsed.success ? withoutEmpty(parsed.data) : {};
}

/** Empty means the usual: it is not stored. */
export function withoutEmpty(style: WidgetStyle): WidgetStyle {
  return Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined && value !== ""));
}
