// One version of a bot: its files by kind, what validation says, training, quality, and a sentence to try.
import type { VersionData } from "@parley/bot-data/version";
import { versionData } from "@parley/bot-data/version";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { StatusBadge } from "@parley/ui/status-badge";
import { TabPanel } from "@parley/ui/tabs";
import { lazy, Suspense, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useParams, useSearchParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useCustomer } from "../../shared/customer.ts";
import { useProject } from "../../shared/project.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { useBot } from "./use-bot.ts";
import { VersionActions } from "./version-actions.tsx";
import classes from "./bots.module.css";

const IntentsTab = lazy(() => import("./intents-tab.tsx").then((it) => ({ default: it.IntentsTab })));
const FlowTab = lazy(() => import("./flow-tab.tsx").then((it) => ({ default: it.FlowTab })));
const EntitiesTab = lazy(() => import("./entities-tab.tsx").then((it) => ({ default: it.EntitiesTab })));
const ScriptsTab = lazy(() => import("./scripts-tab.tsx").then((it) => ({ default: it.ScriptsTab })));
const SettingsTab = lazy(() => import("./settings-tab.tsx").then((it) => ({ default: it.SettingsTab })));
const FilesTab = lazy(() => import("./files-tab.tsx").then((it) => ({ default: it.FilesTab })));
const ProblemsTab = lazy(() => import("./problems-tab.tsx").then((it) => ({ default: it.ProblemsTab })));
const QualityTab = lazy(() => import("./quality-tab.tsx").then((it) => ({ default: it.QualityTab })));

const versionQuery = graphql(`
  query GetVersionById($versionId: ID!, $projectId: ID!) {
    getVersionById(versionId: $versionId, projectId: $projectId) {
      data
    }
  }
`);

export function BotVersionPage() {
  const { t } = useTranslation("bots");
  const { orgId = "", projectId = "", customerId = "", botId = "", versionId = "" } = useParams();
  const project = useProject();
  const { bot } = useBot();
  const [search] = useSearchParams();
  const customer = useCustomer();
  const { data, error, reload } = useData(
    versionQuery,
    { versionId, projectId },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  const version = useMemo(() => data && versionData.parse(data.getVersionById.data), [data]);
  const countOf = (folder: string) =>
    version?.files.filter((file) => file.filePath.startsWith(folder)).length;
  // Before the first look there is no number, rather than none.
  const problemCount = version?.validation.at ? version.validation.messages.length : undefined;
  const tabs = [
    { id: "intents", label: t("tabs.intents"), count: countOf("intents/") },
    { id: "flow", label: t("tabs.flow") },
    { id: "entities", label: t("tabs.entities"), count: countOf("entities/") },
    { id: "scripts", label: t("tabs.scripts"), count: countOf("scripts/") },
    { id: "settings", label: t("tabs.settings") },
    { id: "files", label: t("tabs.files"), count: version?.files.length },
    { id: "problems", label: t("tabs.problems"), count: problemCount },
    { id: "quality", label: t("tabs.quality") },
  ];
  const [tab, setTab] = useUrlTab(tabs);
  useDocumentTitle(version ? t("deploy.version", { number: version.number }) : t("version"), project.name);
  if (error && !version) return <ErrorState title={t("versionError")} error={error} onRetry={reload} />;
  const botUrl = urlTo(paths.bot, { orgId, projectId, customerId, botId });
  return (
    <>
      <PageHeader
        title={version ? t("deploy.version", { number: version.number }) : "…"}
        breadcrumb={[...customer.crumbs, { label: bot?.botName ?? t("bot"), href: botUrl }]}
        badge={version?.environments.map((environment) => (
          <EnvironmentBadge
            key={environment}
            environment={environmentNamed(environment)}
            label={environment}
          />
        ))}
        state={version && <VersionState version={version} />}
        actions={
          version &&
          bot && (
            <VersionActions
              version={version}
              can={bot.can}
              needsFlow={bot.botType === "FLOW"}
              onChanged={reload}
              onProblems={() => setTab("problems")}
            />
          )
        }
        tabs={<UrlTabs tabs={tabs} label={t("version")} />}
      />
      {version && (
        <TabPanel id={tab}>
          <Suspense fallback={<p className={classes["muted"]}>{t("loading")}</p>}>
            {tab === "intents" && <IntentsTab version={version} hasAnswers={bot?.botType === "FAQ"} />}
            {tab === "flow" && <FlowTab version={version} wanted={search.get("node") ?? ""} />}
            {tab === "entities" && <EntitiesTab version={version} />}
            {tab === "scripts" && <ScriptsTab version={version} onChanged={reload} />}
            {tab === "settings" && <SettingsTab version={version} hasGreeting={bot?.botType === "FAQ"} />}
            {tab === "files" && <FilesTab version={version} />}
            {tab === "problems" && <ProblemsTab version={version} />}
            {tab === "quality" && <QualityTab version={version} />}
          </Suspense>
        </TabPanel>
      )}
    </>
  );
}

function VersionState({ version }: { version: VersionData }) {
  const { t } = useTranslation("bots");
  const { validation, training } = version;
  return (
    <span style={{ display: "inline-flex", gap: 8, flexWrap: "wrap" }}>
      <StatusBadge
        tone={version.isLocked ? "neutral" : "info"}
        label={version.isLocked ? t("versions.locked") : t("versions.draft")}
      />
      {!validation.at && <StatusBadge tone="neutral" label={t("check.never")} />}
      {validation.at && !validation.isCurrent && <StatusBadge tone="warning" label={t("check.stale")} />}
      {validation.isCurrent && (
        <StatusBadge
          tone={validation.errors > 0 ? "bad" : validation.warnings > 0 ? "warning" : "good"}
          label={`${t("check.errors", { count: validation.errors })}, ${t("check.warnings", { count: validation.warnings })}`}
        />
      )}
      <StatusBadge
        tone={training.isCurrent ? "good" : training.at ? "warning" : "neutral"}
        label={training.isCurrent ? t("train.done") : training.at ? t("train.stale") : t("train.never")}
      />
    </span>
  );
}
