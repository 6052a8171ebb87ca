import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import type { Channel, Stream } from "./compare.ts";
import classes from "./channels.module.css";

/** The channel counts on the bot to hand over, and no node of the bot does. */
export function HandsOverWarning({ channel, stream }: { channel: Channel; stream: Stream }) {
  const { t } = useTranslation("channels");
  if (channel.agent_routing !== "BOT_THEN_AGENT" || stream.start_bot_hands_over !== false) return null;
  return (
    <div role="note" className={classes["stepWarning"]}>
      <StatusBadge tone="warning" label={t("stream.neverHandsOver")} />
      <p className={classes["muted"]}>{t("stream.neverHandsOverHint")}</p>
    </div>
  );
}
