// For administrators of the top organisation: snapshots of the whole server, and mails it could not send.
import { Button, Skeleton } from "@mantine/core";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { byteSize } from "@parley/ui/file-drop";
import { JobProgress } from "@parley/ui/job-progress";
import type { JobState } from "@parley/ui/job-progress";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { TabPanel } from "@parley/ui/tabs";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useLookAgain } from "../../lib/graphql/use-look-again.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { Mailbox } from "./mailbox.tsx";
import classes from "./server.module.css";

const snapshotsQuery = graphql(`
  query GetDbSnapshots {
    dbSnapshots {
      id
      status
      progress
      message
      fileName
      sizeBytes
      rowCount
      fileCount
      createdAt
      finishedAt
    }
  }
`);

const makeSnapshotMutation = graphql(`
  mutation MakeDbSnapshot {
    makeDbSnapshot {
      id
      status
    }
  }
`);

export function ServerPage() {
  const { t } = useTranslation("server");
  const organization = useOrganization();
  const tabs = [
    { id: "snapshots", label: t("tabs.snapshots") },
    { id: "mailbox", label: t("tabs.mailbox") },
  ];
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(t("title"), organization.name);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) }]}
        state={t("state")}
        tabs={<UrlTabs label={t("title")} tabs={tabs} />}
      />
      <TabPanel id={tab}>
        {tab === "snapshots" ? <Snapshots /> : <Mailbox accountId={organization.id} />}
      </TabPanel>
    </>
  );
}

function Snapshots() {
  const { t } = useTranslation("server");
  const reading = useData(snapshotsQuery, {}, { types: ["DbSnapshot"] });
  const { data, error, isLoading, reload } = reading;
  const [make, { isBusy }] = useChange(makeSnapshotMutation);
  const snapshots = data?.dbSnapshots ?? [];
  const isRunning = snapshots.some(
    ({ status }) => stateOf(status) === "running" || stateOf(status) === "queued",
  );
  useLookAgain(reading, isRunning, 1_500);
  const start = async () => {
    try {
      await make({});
      reload();
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  if (isLoading) return <Skeleton height={120} />;
  if (error) return <ErrorState title={t("snapshots.failed")} error={error} onRetry={reload} />;
  return (
    <>
      <div className={classes["toolbar"]}>
        <Button loading={isBusy} disabled={isRunning} onClick={() => void start()}>
          {t("snapshots.make")}
        </Button>
        <p>{t("snapshots.hint")}</p>
      </div>
      {snapshots.length === 0 && <EmptyState title={t("snapshots.none")} />}
      <ul className={classes["list"]}>
        {snapshots.map((snapshot) => (
          <li key={snapshot.id}>
            <JobProgress
              label={snapshot.fileName ?? t("snapshots.one")}
              state={stateOf(snapshot.status)}
              progress={snapshot.progress}
              detail={
                snapshot.sizeBytes != null
                  ? t("snapshots.detail", {
                      size: byteSize(snapshot.sizeBytes),
                      rows: snapshot.rowCount ?? 0,
                      files: snapshot.fileCount ?? 0,
                    })
                  : snapshot.message
              }
            />
            <RelativeTime at={snapshot.createdAt} />
          </li>
        ))}
      </ul>
    </>
  );
}

function stateOf(status: string): JobState {
  const known = status.toLowerCase();
  if (known === "queued" || known === "running" || known === "succeeded") return known;
  return "failed";
}
