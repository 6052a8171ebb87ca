// One bot: what answers where, its versions, assets and the intent inbox.
import { assetData, deploymentData } from "@parley/bot-data/bot";
import { versionGraphEntry } from "@parley/bot-data/version";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { LinkButton } from "@parley/ui/link-button";
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { Button, Group } from "@mantine/core";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useCustomer } from "../../shared/customer.ts";
import { useProject } from "../../shared/project.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { AssetsTab } from "./assets-tab.tsx";
import { DeployMatrix } from "./deploy-matrix.tsx";
import { InboxTab, supervisedUtterance } from "./inbox-tab.tsx";
import { useBot } from "./use-bot.ts";
import { VersionsTab } from "./versions-tab.tsx";

const botDataQuery = graphql(`
  query GetBotData($botId: ID!, $projectId: ID!) {
    getBotData(botId: $botId, projectId: $projectId) {
      versions {
        data
      }
      assets {
        data
      }
      entities {
        data
      }
      intents {
        data
      }
      supervisedLearning {
        data
      }
      environmentBotVersions {
        data
      }
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteBot($botId: ID!, $projectId: ID!) {
    deleteBot(botId: $botId, projectId: $projectId)
  }
`);

const EditBot = lazy(() => import("./edit-bot.tsx").then((module) => ({ default: module.EditBot })));

export function BotPage() {
  const { t } = useTranslation("bots");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", customerId = "", botId = "" } = useParams();
  const place = { orgId, projectId, customerId, botId };
  const project = useProject();
  const customer = useCustomer();
  const about = useBot();
  const { bot } = about;
  const details = useData(
    botDataQuery,
    { botId, projectId },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  const [remove] = useChange(deleteMutation);
  const [isDeleting, setIsDeleting] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const parts = useMemo(() => details.data && read(details.data.getBotData), [details.data]);
  const newest = parts?.versions[0];
  const tabs = [
    { id: "versions", label: t("tabs.versions"), count: parts?.versions.length },
    { id: "inbox", label: t("tabs.inbox"), count: parts?.utterances.length },
    { id: "assets", label: t("tabs.assets"), count: parts?.assets.length },
  ];
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(bot?.botName ?? t("bot"), project.name);
  const error = about.error ?? details.error;
  if (error && !bot) return <ErrorState title={t("error")} error={error} onRetry={about.reload} />;
  const customerUrl = urlTo(paths.customer, { orgId, projectId, customerId });
  return (
    <>
      <PageHeader
        title={bot?.botName ?? "…"}
        breadcrumb={customer.crumbs}
        state={bot && t("state", { count: bot.versionCount, type: t(`type.${bot.botType}`) })}
        actions={
          <Group gap="xs">
            <Button variant="default" disabled={!bot} onClick={() => setIsEditing(true)}>
              {t("edit.open")}
            </Button>
            <Button variant="default" onClick={() => setIsDeleting(true)}>
              {t("delete")}
            </Button>
            {newest && (
              <LinkButton href={urlTo(paths.botVersion, { ...place, versionId: newest.id })}>
                {t("versions.open", { number: newest.number })}
              </LinkButton>
            )}
          </Group>
        }
        tabs={<UrlTabs tabs={tabs} label={t("bot")} />}
      />
      {error && <ErrorState error={error} onRetry={details.reload} isInline />}
      <TabPanel id={tab}>
        {tab === "versions" && (
          <>
            <DeployMatrix deployments={parts?.deployments} onChanged={details.reload} />
            <VersionsTab place={place} versions={parts?.versions} isLoading={details.isLoading} />
          </>
        )}
        {tab === "inbox" && (
          <InboxTab
            place={place}
            utterances={parts?.utterances}
            intents={parts?.intents ?? []}
            versions={parts?.versions ?? []}
          />
        )}
        {tab === "assets" && (
          <AssetsTab
            place={place}
            assets={parts?.assets}
            isLoading={details.isLoading}
            onRemoved={details.reload}
          />
        )}
      </TabPanel>
      <Suspense>{bot && isEditing && <EditBot bot={bot} onClose={() => setIsEditing(false)} />}</Suspense>
      {bot && (
        <ConfirmDialog
          isOpen={isDeleting}
          onClose={() => setIsDeleting(false)}
          title={t("deleteTitle", { name: bot.botName })}
          losses={[
            { label: t("losses.versions"), count: bot.versionCount },
            { label: t("losses.assets"), count: parts?.assets.length ?? 0 },
          ]}
          typedName={bot.botName}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ botId, projectId });
            await navigate(customerUrl);
          }}
        />
      )}
    </>
  );
}

type Answer = Record<
  "versions" | "assets" | "intents" | "supervisedLearning" | "environmentBotVersions",
  { data?: unknown }
>;

function read(answer: Answer) {
  return {
    versions: versionGraphEntry.array().parse(answer.versions.data),
    assets: assetData.array().parse(answer.assets.data),
    deployments: deploymentData.array().parse(answer.environmentBotVersions.data),
    utterances: supervisedUtterance.array().parse(answer.supervisedLearning.data),
    intents: z
      .array(z.object({ name: z.string() }))
      .parse(answer.intents.data)
      .map((intent) => intent.name),
  };
}
