import { IconBroadcast, IconFlask } from "@tabler/icons-react";
import { useTexts } from "./texts.tsx";
import classes from "./environment.module.css";

export type EnvironmentName = "live" | "sandbox";

type Props = { environment: EnvironmentName; label?: string };

/** Live and Sandbox, by colour, icon and word. */
export function EnvironmentBadge({ environment, label }: Props) {
  const texts = useTexts();
  const Icon = environment === "live" ? IconBroadcast : IconFlask;
  return (
    <span className={classes["badge"]} data-environment={environment}>
      <Icon size={13} aria-hidden />
      {label ?? texts[environment]}
    </span>
  );
}

/** Mantine's colour names for buttons that act on an environment. */
export const environmentColour = { live: "orange", sandbox: "violet" } as const;

/** The name of an environment as the API spells it, to the two we mark. */
export function environmentNamed(name: string): EnvironmentName {
  return name.toLowerCase() === "live" ? "live" : "sandbox";
}
