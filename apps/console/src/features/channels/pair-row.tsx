// A channel in Sandbox and in Live, with what leads from one to the other between them.
import { environmentColour } from "@parley/ui/environment-badge";
import { Button } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconEqual } from "@tabler/icons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { ChannelSide } from "./channel-side.tsx";
import type { SideAction } from "./channel-side.tsx";
import { compare } from "./compare.ts";
import type { Channel, Comparison, Pair, Side, Words } from "./compare.ts";
import type { Environment } from "./environment.ts";
import classes from "./channels.module.css";

type Props = {
  words: Words;
  pair: Pair;
  sideOf: (channel: Channel) => Side;
  onAction: (action: SideAction, environment: Environment, channel: Channel) => void;
  onCarry: (to: Environment) => void;
};

export function PairRow({ words, pair, sideOf, onAction, onCarry }: Props) {
  const { t } = useTranslation("channels");
  const { sandbox, live } = pair;
  const places = useMemo(
    () => (sandbox && live ? placesOf(compare(sideOf(sandbox), sideOf(live), words)) : []),
    [sandbox, live, sideOf, words],
  );
  const count = places.length;
  const sideIn = (environment: Environment, channel: Channel | undefined, twin: Channel | undefined) =>
    channel ? (
      <ChannelSide
        environment={environment}
        channel={channel}
        twin={twin}
        onAction={(action) => onAction(action, environment, channel)}
      />
    ) : (
      <div className={classes["absent"]}>
        <p>{t("notIn", { environment })}</p>
      </div>
    );
  const isSame = sandbox !== undefined && live !== undefined && count === 0;
  return (
    <li className={classes["pair"]} aria-label={pair.name}>
      {sideIn("Sandbox", sandbox, live)}
      <div className={classes["between"]}>
        {isSame && (
          <span className={classes["same"]}>
            <IconEqual size={14} aria-hidden /> {t("sameShort")}
          </span>
        )}
        {count > 0 && (
          <span className={classes["count"]}>
            <span>{t("differences", { count })}</span>
            <small>{shortened([...new Set(places)])}</small>
          </span>
        )}
        {sandbox && !isSame && (
          <Button
            size="xs"
            color={environmentColour.live}
            rightSection={<IconArrowRight size={14} />}
            onClick={() => onCarry("Live")}
          >
            {t("promote")}
          </Button>
        )}
        {live && !isSame && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconArrowLeft size={14} />}
            onClick={() => onCarry("Sandbox")}
          >
            {t("pull")}
          </Button>
        )}
      </div>
      {sideIn("Live", live, sandbox)}
    </li>
  );
}

/** Where the two differ: fields of the channel by their label, streams and widgets by their name. */
function placesOf({ parts, extras }: Comparison): string[] {
  return [
    ...parts.flatMap(({ kind, name, fields }) =>
      fields.length === 0 ? [name] : fields.map(({ label }) => (kind === "channel" ? label : name)),
    ),
    ...extras.map(({ name }) => name),
  ];
}

function shortened(names: readonly string[]): string {
  const most = 3;
  return names.length > most ? `${names.slice(0, most).join(", ")} …` : names.join(", ");
}
