// How the project's bots are doing. Every figure leads to the conversations behind it.
import { analyticsData } from "@parley/bot-data/analytics";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { Button, Skeleton } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useClient } from "urql";
import { graphql } from "../../generated/graphql.ts";
import { messageOf } from "../../lib/graphql/errors.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { datedName, saveFile } from "../../shared/save-file.ts";
import { Charts } from "./charts.tsx";
import { Figures } from "./figures.tsx";
import { FiguresTables } from "./figures-tables.tsx";
import { dayName } from "./format.ts";
import { historyLink } from "./history-link.ts";
import { Narrowing } from "./narrowing.tsx";
import { useAnalyticsQuestion } from "./range-url.ts";
import classes from "./analytics.module.css";

const dashboardQuery = graphql(`
  query AnalyticsDashboard(
    $projectId: ID!
    $from: String
    $to: String
    $customerId: ID
    $environment: String
    $channelId: ID
  ) {
    analyticsDashboard(
      projectId: $projectId
      from: $from
      to: $to
      customerId: $customerId
      environment: $environment
      channelId: $channelId
    ) {
      data
    }
  }
`);
const exportQuery = graphql(`
  query AnalyticsExport(
    $projectId: ID!
    $from: String
    $to: String
    $customerId: ID
    $environment: String
    $channelId: ID
  ) {
    analyticsExport(
      projectId: $projectId
      from: $from
      to: $to
      customerId: $customerId
      environment: $environment
      channelId: $channelId
    )
  }
`);

export function AnalyticsPage() {
  const { t } = useTranslation("analytics");
  const { orgId = "", projectId = "" } = useParams();
  const project = useProject();
  const { question, set } = useAnalyticsQuestion();
  const variables = { projectId, ...question };
  const { data, error, reload, isRefreshing } = useData(dashboardQuery, variables);
  const figures = useMemo(() => data && analyticsData.parse(data.analyticsDashboard.data), [data]);
  const client = useClient();
  const [isExporting, setIsExporting] = useState(false);
  useDocumentTitle(t("title"), project.name);
  const exportCsv = async () => {
    setIsExporting(true);
    const answer = await client.query(exportQuery, variables, { requestPolicy: "network-only" }).toPromise();
    setIsExporting(false);
    if (answer.error) notify({ tone: "bad", message: messageOf(answer.error) });
    else if (answer.data) saveFile(datedName("analytics", "csv"), answer.data.analyticsExport, "text/csv");
  };
  const link = figures && historyLink({ orgId, projectId }, question, { from: figures.from, to: figures.to });
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={project.crumbs}
        state={
          figures &&
          t("state", {
            from: dayName(figures.from, "long"),
            to: dayName(figures.to, "long"),
            timeZone: figures.timeZone,
          })
        }
        actions={
          <Button variant="default" loading={isExporting} onClick={() => void exportCsv()}>
            {t("export")}
          </Button>
        }
      />
      <div className={classes["page"]} aria-busy={isRefreshing}>
        <Narrowing figures={figures} question={question} set={set} />
        {error && !figures && <ErrorState error={error} onRetry={reload} />}
        {!error && !figures && <Skeleton height={320} />}
        {figures && link && (
          <>
            {error && <ErrorState error={error} onRetry={reload} isInline />}
            <Figures figures={figures} link={link} />
            {figures.totals.conversations === 0 ? (
              <EmptyState title={t("chart.empty")} />
            ) : (
              <>
                <Charts figures={figures} link={link} />
                <FiguresTables figures={figures} link={link} />
              </>
            )}
          </>
        )}
      </div>
    </>
  );
}
