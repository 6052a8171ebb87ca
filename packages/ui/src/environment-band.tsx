import { IconBroadcast, IconFlask } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { EnvironmentName } from "./environment-badge.tsx";
import { useTexts } from "./texts.tsx";
import classes from "./environment.module.css";

type Props = { environment: EnvironmentName; label?: string; children?: ReactNode };

/** The coloured band at the top of every page that acts on an environment. */
export function EnvironmentBand({ environment, label, children }: Props) {
  const texts = useTexts();
  const Icon = environment === "live" ? IconBroadcast : IconFlask;
  return (
    <div className={classes["band"]} data-environment={environment} role="note">
      <Icon size={15} aria-hidden />
      <strong>{label ?? texts[environment]}</strong>
      <span>{environment === "live" ? texts.liveHint : texts.sandboxHint}</span>
      {children && <span className={classes["bandActions"]}>{children}</span>}
    </div>
  );
}
