// Something long that can be left: how far, in words and as a bar.
import { useTexts } from "./texts.tsx";
import { StatusBadge } from "./status-badge.tsx";
import classes from "./job-progress.module.css";

export type JobState = "queued" | "running" | "succeeded" | "failed";

type Props = {
  label: string;
  state: JobState;
  /** 0 to 1; leave out while the end is unknown. */
  progress?: number | null | undefined;
  /** What is happening now, or why it failed. */
  detail?: string | null | undefined;
};

const tones = { queued: "neutral", running: "busy", succeeded: "good", failed: "bad" } as const;

export function JobProgress({ label, state, progress, detail }: Props) {
  const texts = useTexts();
  const isKnown = typeof progress === "number";
  const percent = Math.round(Math.min(1, Math.max(0, progress ?? 0)) * 100);
  return (
    <div className={classes["job"]} data-state={state}>
      <div className={classes["line"]}>
        <strong>{label}</strong>
        <StatusBadge
          tone={tones[state]}
          label={state === "running" && isKnown ? `${percent} %` : texts[state]}
        />
      </div>
      {(state === "running" || state === "queued") && (
        <div
          className={classes["track"]}
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          {...(isKnown ? { "aria-valuenow": percent } : {})}
        >
          <div
            className={classes["fill"]}
            data-unknown={isKnown ? undefined : true}
            style={isKnown ? { width: `${percent}%` } : undefined}
          />
        </div>
      )}
      {detail && (
        <p className={classes["detail"]} role="status">
          {detail}
        </p>
      )}
    </div>
  );
}
