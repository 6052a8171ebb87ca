// One channel in one environment: its streams, how it reaches people, and how visitors prove who they are.
import { environmentColour } from "@parley/ui/environment-badge";
import { EnvironmentBand } from "@parley/ui/environment-band";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { StatusBadge } from "@parley/ui/status-badge";
import { TabPanel } from "@parley/ui/tabs";
import { Button, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useCustomer } from "../../shared/customer.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { ChannelConfig } from "./channel-config.tsx";
import { useChannelCommands } from "./channel-commands.ts";
import { ComparePanel } from "./compare-panel.tsx";
import { findTwin } from "./compare.ts";
import { colourName, otherEnvironment, useCustomerPlace, useEnvironment } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { StreamsTab } from "./streams-tab.tsx";
import { useChannels, useWords } from "./use-channels.ts";
import { VisitorsTab } from "./visitors-tab.tsx";
import classes from "./channels.module.css";

export function ChannelPage() {
  const { t } = useTranslation("channels");
  const environment = useEnvironment();
  if (!environment)
    return <ErrorState title={t("channel.missing")} error={{ message: t("channel.wrongAddress") }} />;
  return <ChannelIn key={environment} environment={environment} />;
}

function ChannelIn({ environment }: { environment: Environment }) {
  const { t } = useTranslation("channels");
  const { channelId = "" } = useParams();
  const place = useCustomerPlace();
  const customer = useCustomer();
  const words = useWords(customer.bots);
  const { lists, sideOf, error, isLoading, reload } = useChannels();
  const [isComparing, setIsComparing] = useState(false);
  const other = otherEnvironment[environment];
  const channel = lists?.[environment].find(({ id }) => id === channelId);
  const twin = channel && findTwin(lists?.[other] ?? [], ({ name }) => name, channel.name);
  const tabs = [
    { id: "streams", label: t("tabs.streams"), count: channel?.streams.length },
    { id: "configuration", label: t("tabs.configuration") },
    { id: "visitors", label: t("tabs.visitors") },
  ];
  const [tab] = useUrlTab(tabs);
  useChannelCommands();
  useDocumentTitle(channel?.name ?? t("title"), environment, customer.name);
  const channelsUrl = urlTo(paths.channels, { ...place, environment: colourName[environment] });
  if (error && !channel) return <ErrorState title={t("channel.error")} error={error} onRetry={reload} />;
  if (lists && !channel)
    return (
      <ErrorState
        title={t("channel.missing")}
        error={{ message: t("channel.missingHint", { environment }) }}
        next={<Link href={channelsUrl}>{t("channel.all")}</Link>}
      />
    );
  return (
    <>
      <EnvironmentBand environment={colourName[environment]}>
        {twin && (
          <Link
            className={classes["bandLink"] ?? ""}
            href={urlTo(paths.channel, { ...place, environment: colourName[other], channelId: twin.id })}
          >
            {t("workIn", { environment: other })}
          </Link>
        )}
      </EnvironmentBand>
      <PageHeader
        title={channel?.name ?? "…"}
        breadcrumb={[...customer.crumbs, { label: t("title"), href: channelsUrl }]}
        state={channel?.description}
        badge={
          channel && (
            <StatusBadge
              tone={channel.status === "ACTIVE" ? "good" : "warning"}
              label={t(`status.${channel.status}`)}
            />
          )
        }
        actions={
          channel && (
            <Button
              variant={other === "Live" ? "filled" : "default"}
              color={environmentColour[colourName[other]]}
              onClick={() => setIsComparing(true)}
            >
              {other === "Live" ? t("promote") : t("pull")}
            </Button>
          )
        }
        tabs={<UrlTabs tabs={tabs} label={t("tabs.label")} />}
      />
      {isLoading && <Skeleton height={180} radius={6} />}
      {channel && (
        <TabPanel id={tab}>
          {tab === "streams" && (
            <StreamsTab environment={environment} channel={channel} bots={customer.bots} onChanged={reload} />
          )}
          {tab === "configuration" && <ChannelConfig environment={environment} channel={channel} />}
          {tab === "visitors" && <VisitorsTab environment={environment} channel={channel} />}
        </TabPanel>
      )}
      {channel && isComparing && (
        <ComparePanel
          words={words}
          to={other}
          source={sideOf(channel)}
          target={twin && sideOf(twin)}
          onClose={() => setIsComparing(false)}
          onCarried={reload}
        />
      )}
    </>
  );
}
