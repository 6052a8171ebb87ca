// One widget: how it looks beside the real thing, and how it gets on a page.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { environmentColour } from "@parley/ui/environment-badge";
import { EnvironmentBand } from "@parley/ui/environment-band";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { TabPanel } from "@parley/ui/tabs";
import { Button, Group, Skeleton } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { useCustomer } from "../../shared/customer.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { ComparePanel } from "./compare-panel.tsx";
import { findTwin, widgetsOf } from "./compare.ts";
import { colourName, otherEnvironment, useCustomerPlace, useEnvironment, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { InstallTab } from "./install-tab.tsx";
import { readSightings } from "./sightings.ts";
import { useChannels, useWords } from "./use-channels.ts";
import { deleteWidget } from "./widget-documents.ts";
import { WidgetEditor } from "./widget-editor.tsx";

export function WidgetPage() {
  const { t } = useTranslation("channels");
  const environment = useEnvironment();
  if (!environment)
    return <ErrorState title={t("widget.missing")} error={{ message: t("channel.wrongAddress") }} />;
  return <WidgetIn key={environment} environment={environment} />;
}

function WidgetIn({ environment }: { environment: Environment }) {
  const { t } = useTranslation("channels");
  const navigate = useNavigate();
  const { channelId = "", widgetId = "" } = useParams();
  const place = useCustomerPlace();
  const customer = useCustomer();
  const words = useWords(customer.bots);
  const { lists, sideOf, error, isLoading, reload } = useChannels();
  const [open, setOpen] = useState<"compare" | "delete">();
  const remove = useTwins(deleteWidget);
  const other = otherEnvironment[environment];
  const channel = lists?.[environment].find(({ id }) => id === channelId);
  const twin = channel && findTwin(lists?.[other] ?? [], ({ name }) => name, channel.name);
  const widget = widgetsOf(channel).find(({ id }) => id === widgetId);
  const tabs = [
    { id: "design", label: t("widget.design") },
    { id: "install", label: t("widget.install") },
  ];
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(widget?.widget_name ?? t("widget.title"), environment, customer.name);
  const addresses = { ...place, environment: colourName[environment], channelId };
  const channelUrl = urlTo(paths.channel, addresses);
  if (error && !widget) return <ErrorState title={t("widget.error")} error={error} onRetry={reload} />;
  if (lists && !widget)
    return (
      <ErrorState
        title={t("widget.missing")}
        error={{ message: t("channel.missingHint", { environment }) }}
        next={<Link href={urlTo(paths.channels, addresses)}>{t("channel.all")}</Link>}
      />
    );
  const sites = readSightings(widget?.sightings).length;
  return (
    <>
      <EnvironmentBand environment={colourName[environment]} />
      <PageHeader
        title={widget?.widget_name ?? "…"}
        breadcrumb={[
          ...customer.crumbs,
          { label: t("title"), href: urlTo(paths.channels, addresses) },
          { label: channel?.name ?? "…", href: channelUrl },
        ]}
        badge={widget?.beta && <StatusBadge tone="info" label={t("field.beta")} />}
        state={
          widget && (
            <>
              {t("widget.changed")} <RelativeTime at={widget.last_updated} />
            </>
          )
        }
        actions={
          widget && (
            <Group gap="xs">
              <Button variant="default" onClick={() => setOpen("delete")}>
                {t("deleteAction")}
              </Button>
              <Button
                variant={other === "Live" ? "filled" : "default"}
                color={environmentColour[colourName[other]]}
                onClick={() => setOpen("compare")}
              >
                {other === "Live" ? t("promote") : t("pull")}
              </Button>
            </Group>
          )
        }
        tabs={<UrlTabs tabs={tabs} label={t("widget.title")} />}
      />
      {isLoading && <Skeleton height={240} radius={6} />}
      {channel && widget && (
        <TabPanel id={tab}>
          {tab === "design" && (
            <WidgetEditor
              key={`${widget.id} ${widget.version}`}
              environment={environment}
              channel={channel}
              widget={widget}
            />
          )}
          {tab === "install" && <InstallTab environment={environment} widget={widget} />}
        </TabPanel>
      )}
      {channel && widget && open === "compare" && (
        <ComparePanel
          words={words}
          to={other}
          source={sideOf(channel)}
          target={twin && sideOf(twin)}
          only={`widget:${widget.widget_name.trim().toLowerCase()}`}
          onClose={() => setOpen(undefined)}
          onCarried={reload}
        />
      )}
      {widget && (
        <ConfirmDialog
          isOpen={open === "delete"}
          onClose={() => setOpen(undefined)}
          title={t("widget.deleteTitle", { name: widget.widget_name, environment })}
          losses={[{ label: t("widget.deletePages"), count: sites }]}
          confirmLabel={t("delete.confirm", { environment })}
          onConfirm={async () => {
            await remove[environment]({ projectId: place.projectId, pypeId: channelId, id: widget.id });
            await navigate(channelUrl);
          }}
        />
      )}
    </>
  );
}
