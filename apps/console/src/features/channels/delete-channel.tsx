import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { RelativeTime } from "@parley/ui/relative-time";
import { useTranslation } from "react-i18next";
import { deleteChannel } from "./channel-documents.ts";
import { widgetsOf } from "./compare.ts";
import type { Channel } from "./compare.ts";
import { useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { sitesOf } from "./sightings.ts";

type Props = { environment: Environment; channel: Channel; onClose: () => void; onDeleted: () => void };

/** Says what goes: streams, widgets, and the sites that will lose their chat. */
export function DeleteChannel({ environment, channel, onClose, onDeleted }: Props) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const remove = useTwins(deleteChannel);
  const sites = sitesOf(channel);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t("delete.title", { name: channel.name, environment })}
      losses={[
        {
          label: t("delete.streams", { names: namesOf(channel.streams.map(({ name }) => name)) }),
          count: channel.streams.length,
        },
        {
          label: t("delete.widgets", {
            names: namesOf(widgetsOf(channel).map((widget) => widget.widget_name)),
          }),
          count: widgetsOf(channel).length,
        },
      ]}
      typedName={channel.name}
      confirmLabel={t("delete.confirm", { environment })}
      onConfirm={async () => {
        await remove[environment]({ customerId, projectId, id: channel.id });
        onDeleted();
      }}
    >
      <p>{environment === "Live" ? t("delete.live") : t("delete.sandbox")}</p>
      {sites.length > 0 && (
        <>
          <p>{t("delete.sites")}</p>
          <ul>
            {sites.slice(0, 8).map(({ host, lastSeenAt }) => (
              <li key={host}>
                {host}, {t("lastSeen")} <RelativeTime at={lastSeenAt} />
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}

const namesOf = (names: readonly string[]) => (names.length === 0 ? "" : ` (${names.join(", ")})`);
