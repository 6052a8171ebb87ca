// How well two colours are told apart (WCAG 2.2, 1.4.3 and 1.4.11).
export function contrast(one: string, other: string): number | undefined {
  const [first, second] = [luminance(one), luminance(other)];
  if (first === undefined || second === undefined) return undefined;
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** undefined for what is not written as #rgb or #rrggbb. */
function luminance(colour: string): number | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/iu.exec(colour.trim());
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/iu.exec(colour.trim());
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1);
  if (!parts) return undefined;
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The grounds of the chat in its light and dark colours. */
const pages = { light: "#ffffff", dark: "#15181d" } as const;

export type ContrastCheck = { what: "text" | "light" | "dark"; ratio: number; needed: number };

/** What would be hard to read or to find; empty when all is well. */
export function contrastProblems(style: {
  color: string;
  textColor: string;
  theme: string;
}): ContrastCheck[] {
  const text = contrast(style.color, style.textColor);
  const grounds = (["light", "dark"] as const).filter(
    (ground) => style.theme === "auto" || style.theme === ground,
  );
  const checks = [
    { what: "text" as const, ratio: text, needed: 4.5 },
    ...grounds.map((what) => ({ what, ratio: contrast(style.color, pages[what]), needed: 3 })),
  ];
  return checks.flatMap(({ what, ratio, needed }) =>
    ratio !== undefined && ratio < needed ? [{ what, ratio, needed }] : [],
  );
}
