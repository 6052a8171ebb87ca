// One stream: start bot, then routing, then end bot; its widgets below.
import type { BotData } from "@parley/bot-data/bot";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconArrowRight, IconDots, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { paths, urlTo } from "../../shared/urls.ts";
import { BotStep } from "./bot-step.tsx";
import type { Channel, Stream } from "./compare.ts";
import { colourName, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { HandsOverWarning } from "./hands-over-warning.tsx";
import { useLiveStep } from "./live-step.tsx";
import { readSightings } from "./sightings.ts";
import { updateStreamBot } from "./stream-documents.ts";
import type { StreamAction } from "./streams-tab.tsx";
import classes from "./channels.module.css";

type Props = {
  environment: Environment;
  channel: Channel;
  stream: Stream;
  bots: readonly BotData[];
  onAction: (action: StreamAction) => void;
};

export function StreamCard({ environment, channel, stream, bots, onAction }: Props) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const stored = {
    startChatBotId: stream.start_chat_bot_id,
    startChatBotEnabled: stream.start_chat_bot_enabled,
    endChatBotId: stream.end_chat_bot_id,
    endChatBotEnabled: stream.end_chat_bot_enabled,
  };
  const [values, setValues] = useState(stored);
  const [error, setError] = useState<{ message: string }>();
  const write = useTwins(updateStreamBot);
  const [ask, dialog] = useLiveStep();
  // Written at once, in Live after being asked: a choice nobody saved would be lost with the next tab.
  const save = async (next: typeof stored) => {
    setValues(next);
    setError(undefined);
    const label = t("form.saveIn", { environment });
    if (!(await ask({ environment, title: t("stream.botsLive", { name: stream.name }), label }))) {
      setValues(stored);
      return;
    }
    try {
      await write[environment]({ customerId, projectId, pypeId: channel.id, streamId: stream.id, ...next });
    } catch (reason) {
      setValues(stored);
      setError({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <section className={classes["card"]} aria-label={t("stream.label", { name: stream.name })}>
      <div className={classes["cardHead"]}>
        <div className={classes["grow"]}>
          <h2 className={classes["heading"]}>{stream.name}</h2>
          {stream.description && <p className={classes["muted"]}>{stream.description}</p>}
        </div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerPlay size={14} />}
          onClick={() => onAction("test")}
        >
          {t("stream.test")}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t("stream.actions", { name: stream.name })}>
              <IconDots size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onAction("edit")}>{t("edit")}</Menu.Item>
            <Menu.Item color="red" onClick={() => onAction("delete")}>
              {t("deleteAction")}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      <ol className={classes["chain"]}>
        <BotStep
          label={t("field.startBot")}
          hint={t("stream.startHint")}
          environment={environment}
          bots={bots}
          botId={values.startChatBotId}
          isOn={values.startChatBotEnabled}
          whenMissing={t(
            channel.agent_routing === "BOT_ONLY" ? "stream.nobodyAnswers" : "stream.personStarts",
          )}
          onChange={(startChatBotId, startChatBotEnabled) =>
            void save({ ...values, startChatBotId, startChatBotEnabled })
          }
        />
        <li className={classes["step"]} data-arrow>
          <IconArrowRight className={classes["arrow"]} size={16} aria-hidden />
          <span className={classes["stepLabel"]}>{t("field.routing")}</span>
          <Link href="?tab=configuration">{t(`field.${channel.agent_routing}`)}</Link>
          <p className={classes["muted"]}>{t(`routingHint.${channel.agent_routing}`)}</p>
          <HandsOverWarning channel={channel} stream={stream} />
        </li>
        <BotStep
          label={t("field.endBot")}
          hint={t("stream.endHint")}
          environment={environment}
          bots={bots}
          botId={values.endChatBotId}
          isOn={values.endChatBotEnabled}
          hasArrow
          onChange={(endChatBotId, endChatBotEnabled) =>
            void save({ ...values, endChatBotId, endChatBotEnabled })
          }
        />
      </ol>
      {error && <ErrorState error={error} isInline />}
      <StreamWidgets
        environment={environment}
        channel={channel}
        stream={stream}
        onAdd={() => onAction("widget")}
      />
      {dialog}
    </section>
  );
}

type WidgetsProps = { environment: Environment; channel: Channel; stream: Stream; onAdd: () => void };

function StreamWidgets({ environment, channel, stream, onAdd }: WidgetsProps) {
  const { t } = useTranslation("channels");
  const place = useCustomerPlace();
  return (
    <div className={classes["widgets"]}>
      <h3 className={classes["smallHeading"]}>{t("widget.list")}</h3>
      {stream.widgets.length > 0 && (
        <ul className={classes["rows"]}>
          {stream.widgets.map((widget) => {
            const [seen] = readSightings(widget.sightings);
            const url = urlTo(paths.widget, {
              ...place,
              environment: colourName[environment],
              channelId: channel.id,
              widgetId: widget.id,
            });
            return (
              <li key={widget.id} className={classes["row"]}>
                <Link href={url}>{widget.widget_name}</Link>
                {widget.beta && <StatusBadge tone="info" label={t("field.beta")} />}
                {widget.css_problems.length > 0 && (
                  <StatusBadge tone="warning" label={t("widget.cssRefused")} />
                )}
                <span className={classes["rowEnd"]}>
                  {seen ? (
                    <>
                      {t("seenOn", { host: URL.parse(seen.pageUrl)?.host ?? seen.pageUrl })}{" "}
                      <RelativeTime at={seen.lastSeenAt} />
                    </>
                  ) : (
                    t("notSeen")
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <div>
        <Button size="xs" variant="default" onClick={onAdd}>
          {t("widget.add")}
        </Button>
      </div>
    </div>
  );
}
