// The streams of a channel, each as the chain a chat goes through.
import type { BotData } from "@parley/bot-data/bot";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { EmptyState } from "@parley/ui/empty-state";
import { environmentColour } from "@parley/ui/environment-badge";
import { Button } from "@mantine/core";
import { IconArrowsRight } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Channel, Stream } from "./compare.ts";
import { colourName, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { StreamCard } from "./stream-card.tsx";
import { deleteStream } from "./stream-documents.ts";
import { StreamForm } from "./stream-form.tsx";
import { StreamTest } from "./stream-test.tsx";
import { WidgetForm } from "./widget-form.tsx";
import classes from "./channels.module.css";

type Props = {
  environment: Environment;
  channel: Channel;
  bots: readonly BotData[];
  onChanged: () => void;
};
export type StreamAction = "edit" | "delete" | "test" | "widget";
type Open = { what: "create" } | { what: StreamAction; stream: Stream };

export function StreamsTab({ environment, channel, bots, onChanged }: Props) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const [open, setOpen] = useState<Open>();
  const remove = useTwins(deleteStream);
  const close = () => setOpen(undefined);
  const create = { label: t("stream.create"), onClick: () => setOpen({ what: "create" }) };
  return (
    <section className={classes["stack"]}>
      {channel.streams.length === 0 ? (
        <EmptyState
          icon={<IconArrowsRight size={20} />}
          title={t("stream.none")}
          hint={t("stream.noneHint")}
          action={create}
        />
      ) : (
        <>
          {channel.streams.map((stream) => (
            <StreamCard
              key={`${stream.id} ${stream.version}`}
              environment={environment}
              channel={channel}
              stream={stream}
              bots={bots}
              onAction={(what) => setOpen({ what, stream })}
            />
          ))}
          <div>
            <Button variant="default" onClick={create.onClick}>
              {create.label}
            </Button>
          </div>
        </>
      )}
      {open?.what === "create" && <StreamForm environment={environment} channel={channel} onClose={close} />}
      {open?.what === "edit" && (
        <StreamForm environment={environment} channel={channel} stream={open.stream} onClose={close} />
      )}
      {open?.what === "widget" && (
        <WidgetForm environment={environment} channel={channel} stream={open.stream} onClose={close} />
      )}
      {open?.what === "test" && <StreamTest channel={channel} stream={open.stream} onClose={close} />}
      {open?.what === "delete" && (
        <ConfirmDialog
          isOpen
          onClose={close}
          title={t("stream.deleteTitle", { name: open.stream.name, environment })}
          losses={[{ label: t("stream.deleteWidgets"), count: open.stream.widgets.length }]}
          confirmLabel={t("delete.confirm", { environment })}
          colour={environmentColour[colourName[environment]] === "orange" ? "orange" : "red"}
          onConfirm={async () => {
            await remove[environment]({
              customerId,
              projectId,
              pypeId: channel.id,
              streamId: open.stream.id,
            });
            onChanged();
          }}
        >
          {environment === "Live" && t("delete.live")}
        </ConfirmDialog>
      )}
    </section>
  );
}
