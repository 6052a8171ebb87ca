import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTexts } from "./texts.tsx";
import classes from "./state.module.css";

type Props = {
  /** What happened, in a few words. */
  title?: string;
  /** Why: the server's sentence. */
  error: { message: string; code?: string | undefined };
  /** What to do next, when trying again is not it. */
  next?: ReactNode;
  onRetry?: (() => void) | undefined;
  isInline?: boolean;
};

export function ErrorState({ title, error, next, onRetry, isInline = false }: Props) {
  const texts = useTexts();
  // Trying again gives nobody a right and brings nothing back.
  const lasting =
    error.code === "FORBIDDEN" ? texts.notForYou : error.code === "NOT_FOUND" ? texts.notHere : undefined;
  return (
    <div className={classes[isInline ? "inlineError" : "state"]} role="alert">
      <IconAlertTriangle className={classes["errorIcon"]} size={isInline ? 16 : 22} aria-hidden />
      <div className={classes["words"]}>
        <p className={classes["title"]}>{lasting ?? title ?? texts.somethingWentWrong}</p>
        <p className={classes["hint"]}>{error.message}</p>
        {next && <p className={classes["hint"]}>{next}</p>}
      </div>
      {onRetry && !lasting && (
        <div className={classes["action"]}>
          <Button variant="default" size={isInline ? "xs" : "sm"} onClick={onRetry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </div>
  );
}
