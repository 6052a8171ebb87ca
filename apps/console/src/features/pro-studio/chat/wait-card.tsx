import { Button } from "@mantine/core";
import type { Effect } from "@parley/flow";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useDesigner } from "../store/designer.tsx";
import classes from "./chat.module.css";

export function WaitCard({ effect }: { effect: Extract<Effect, { type: "timer" }> }) {
  const { t } = useTranslation("pro-studio");
  const { chat } = useDesigner();
  const { id, delayMs } = effect;
  useEffect(() => {
    // Nobody tests a reminder by waiting for it.
    if (delayMs > 10_000) return;
    const timer = setTimeout(() => chat.getState().send({ type: "timer", effectId: id }), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs, id, chat]);
  return (
    <div className={classes["card"]}>
      <p>{t("chat.waits", { seconds: Math.round(delayMs / 1_000) })}</p>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => chat.getState().send({ type: "timer", effectId: id })}
      >
        {t("chat.skipWait")}
      </Button>
    </div>
  );
}
