// How a channel reaches people: routing, the live-agent system it hands over to, and the headers sent along.
import { environmentColour } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Radio, Select, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { AgentRouting } from "../../generated/operations.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { channelConfig, patchChannelConfig } from "./channel-documents.ts";
import type { Channel } from "./compare.ts";
import { colourName, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { HeadersField } from "./headers-field.tsx";
import type { Header } from "./headers-field.tsx";
import { integrationsQuery } from "./integration-documents.ts";
import { useLiveStep } from "./live-step.tsx";
import classes from "./channels.module.css";

type Props = { environment: Environment; channel: Channel };
type Stored = { routing: AgentRouting; integrationName: string | null; headers: readonly string[] };

const routings = ["BOT_ONLY", "BOT_THEN_AGENT", "AGENT_FIRST"] as const;
const names = z.array(z.string()).catch([]);

export function ChannelConfig({ environment, channel }: Props) {
  const { projectId } = useCustomerPlace();
  const { data, error, reload } = useData(
    channelConfig[environment],
    { projectId, pypeId: channel.id },
    { types: ["PypeConfig"] },
  );
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <Skeleton height={240} radius={6} mt="md" />;
  const { agent_routing: routing, bot_retry: retry, config } = data.config;
  const stored = {
    routing,
    integrationName: config.integration_name,
    headers: names.parse(config.integration_headers),
  };
  return <ConfigForm key={JSON.stringify(stored)} {...{ environment, channel, stored, retry }} />;
}

type FormProps = Props & { stored: Stored; retry: { attempts: number; timeout: number } };

function ConfigForm({ environment, channel, stored, retry }: FormProps) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const { data } = useData(
    integrationsQuery,
    { customerId, projectId },
    { types: ["ExternalAgentIntegration"] },
  );
  const [routing, setRouting] = useState<AgentRouting>(stored.routing);
  const [integrationName, setIntegrationName] = useState(stored.integrationName);
  const [headers, setHeaders] = useState<readonly Header[]>();
  const [error, setError] = useState<{ message: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const patch = useTwins(patchChannelConfig);
  const [ask, dialog] = useLiveStep();
  const lists = data?.getExternalAgentSchemas;
  const systems = (environment === "Live" ? lists?.live : lists?.sandbox) ?? [];
  const options = new Set([
    ...systems.map((system) => system.integrationName),
    ...(integrationName ? [integrationName] : []),
  ]);
  const unsaved = [
    ...(routing === stored.routing ? [] : [t("field.routing")]),
    ...(integrationName === stored.integrationName ? [] : [t("field.integration")]),
    ...(headers ? [t("headers.label")] : []),
  ];
  const save = async () => {
    const label = t("form.saveIn", { environment });
    if (!(await ask({ environment, title: t("form.editLive", { name: channel.name }), label }))) return;
    setIsBusy(true);
    setError(undefined);
    try {
      await patch[environment]({
        projectId,
        pypeId: channel.id,
        agentRouting: routing,
        config: { integrationName, ...(headers && { integrationHeaders: asObject(headers) }) },
      });
    } catch (reason) {
      setError({ message: reason instanceof Error ? reason.message : String(reason) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Stack gap="lg" maw={640} pt="md">
      <Radio.Group
        label={t("field.routing")}
        value={routing}
        onChange={(value) => setRouting(routings.find((known) => known === value) ?? routing)}
      >
        <Stack gap="xs" mt="xs">
          {routings.map((value) => (
            <Radio
              key={value}
              value={value}
              label={t(`field.${value}`)}
              description={t(`routingHint.${value}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Select
        label={t("field.integration")}
        description={
          systems.length === 0 ? t("config.noSystems", { environment }) : t("config.integrationHint")
        }
        placeholder={t("config.builtIn")}
        data={[...options]}
        value={integrationName}
        clearable
        clearButtonProps={{
          "aria-label": t("config.clearIntegration"),
          "aria-hidden": false,
          tabIndex: 0,
          size: "24px",
        }}
        onChange={setIntegrationName}
      />
      <HeadersField stored={stored.headers} value={headers} onChange={setHeaders} />
      <p className={classes["muted"]}>
        {t("config.retry", { attempts: retry.attempts, seconds: retry.timeout / 1000 })}
      </p>
      <StickySaveBar
        unsavedFields={unsaved}
        isSaving={isBusy}
        error={error}
        saveLabel={t("form.saveIn", { environment })}
        colour={environmentColour[colourName[environment]]}
        onSave={() => void save()}
        onDiscard={() => {
          setRouting(stored.routing);
          setIntegrationName(stored.integrationName);
          setHeaders(undefined);
          setError(undefined);
        }}
      />
      {dialog}
    </Stack>
  );
}

const asObject = (headers: readonly Header[]) =>
  headers.length === 0 ? null : Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value]));
