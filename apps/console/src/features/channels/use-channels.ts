// The channels of a customer in both environments, with the integration each of them names.
import type { BotData } from "@parley/bot-data/bot";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { client } from "../../lib/graphql/client.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { channelConfig, channelsQuery } from "./channel-documents.ts";
import type { Channel, IntegrationSettings, Side, Words } from "./compare.ts";
import { environments, useCustomerPlace } from "./environment.ts";

export function useChannels() {
  const { customerId, projectId } = useCustomerPlace();
  const { data, ...state } = useData(
    channelsQuery,
    { customerId, projectId, botId: null },
    { types: ["Pype", "Stream", "Widget", "PypeConfig"] },
  );
  const lists = useMemo(
    () => data && { Live: data.getCustomerPypesV6.live, Sandbox: data.getCustomerPypesV6.sandbox },
    [data],
  );
  const settings = useSettings(projectId, lists);
  const sideOf = useCallback(
    (channel: Channel): Side => ({ channel, settings: settings[channel.id] }),
    [settings],
  );
  return { lists, sideOf, ...state };
}

const headerNames = z.array(z.string()).catch([]);

// One small call per channel: a customer has a handful.
function useSettings(projectId: string, lists: Record<"Live" | "Sandbox", Channel[]> | undefined) {
  const [settings, setSettings] = useState<Readonly<Record<string, IntegrationSettings>>>({});
  useEffect(() => {
    if (!lists) return;
    let isOver = false;
    const asked = environments.flatMap((environment) =>
      lists[environment].map(async ({ id }) => {
        const { data } = await client
          .query(channelConfig[environment], { projectId, pypeId: id }, { requestPolicy: "network-only" })
          .toPromise();
        const config = data?.config.config;
        const known = {
          name: config?.integration_name ?? "",
          headers: headerNames.parse(config?.integration_headers),
        };
        return [id, known] as const;
      }),
    );
    void Promise.all(asked).then((entries) => {
      if (!isOver) setSettings(Object.fromEntries(entries));
    });
    return () => {
      isOver = true;
    };
  }, [projectId, lists]);
  return settings;
}

/** The names of fields and bots, as differences show them. */
export function useWords(bots: readonly BotData[]): Words {
  const { t } = useTranslation("channels");
  return useMemo(
    () => ({
      field: (name) => t(`field.${name}`, { defaultValue: name }),
      bot: (id) => bots.find((bot) => bot.id === id)?.botName ?? t("unknownBot"),
      off: t("off"),
    }),
    [t, bots],
  );
}
