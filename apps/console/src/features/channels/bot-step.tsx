import type { BotData } from "@parley/bot-data/bot";
import { StatusBadge } from "@parley/ui/status-badge";
import { Select, Switch } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Environment } from "./environment.ts";
import classes from "./channels.module.css";

type Props = {
  label: string;
  hint: string;
  environment: Environment;
  bots: readonly BotData[];
  botId: string | null;
  isOn: boolean;
  hasArrow?: boolean;
  /** What follows when no bot is chosen or it is switched off. */
  whenMissing?: string;
  onChange: (botId: string | null, isOn: boolean) => void;
};

/** A bot in the chain of a stream; says when it would not answer in this environment. */
export function BotStep({
  label,
  hint,
  environment,
  bots,
  botId,
  isOn,
  hasArrow = false,
  whenMissing,
  onChange,
}: Props) {
  const { t } = useTranslation("channels");
  const bot = bots.find(({ id }) => id === botId);
  const isDeployed = bot?.deployed.some((deployment) => deployment.environment === environment) ?? false;
  return (
    <li className={classes["step"]} data-arrow={hasArrow || undefined}>
      {hasArrow && <IconArrowRight className={classes["arrow"]} size={16} aria-hidden />}
      <Select
        label={label}
        description={hint}
        placeholder={t("stream.noBot")}
        data={bots.map(({ id, botName }) => ({ value: id, label: botName }))}
        value={botId}
        clearable
        clearButtonProps={{
          "aria-label": t("stream.clearBot", { label }),
          "aria-hidden": false,
          tabIndex: 0,
          size: "24px",
        }}
        searchable
        onChange={(value) => onChange(value, value === null ? true : isOn)}
      />
      {botId !== null && (
        <Switch
          mt="xs"
          size="xs"
          label={t("stream.isOn")}
          checked={isOn}
          onChange={(event) => onChange(botId, event.currentTarget.checked)}
        />
      )}
      {whenMissing && (botId === null || !isOn) && (
        <p className={classes["stepWarning"]}>
          <StatusBadge tone="warning" label={whenMissing} />
        </p>
      )}
      {bot && !isDeployed && <StatusBadge tone="warning" label={t("stream.notDeployed", { environment })} />}
    </li>
  );
}
