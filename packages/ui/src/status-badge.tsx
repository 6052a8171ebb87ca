import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
  IconLoader2,
} from "@tabler/icons-react";
import classes from "./status-badge.module.css";

export type Tone = "good" | "busy" | "info" | "warning" | "bad" | "neutral";

const icons = {
  good: IconCircleCheck,
  busy: IconLoader2,
  info: IconInfoCircle,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  neutral: IconCircleDashed,
} as const;

/** A state in one word; the colour never stands alone. */
export function StatusBadge({ tone, label }: { tone: Tone; label: string }) {
  const Icon = icons[tone];
  return (
    <span className={classes["badge"]} data-tone={tone}>
      <Icon size={13} aria-hidden />
      {label}
    </span>
  );
}
