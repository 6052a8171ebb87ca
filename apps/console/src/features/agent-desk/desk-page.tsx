// The built-in agent desk: who waits, whom one talks to, and what the bots are doing.
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { Button, Skeleton } from "@mantine/core";
import { IconHeadset } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubscription } from "urql";
import type { DeskView } from "../../generated/operations.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { CannedReplies } from "./canned-replies.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { ConversationView } from "./conversation-view.tsx";
import { deskQuery, deskSubscription } from "./documents.ts";
import classes from "./desk.module.css";

const views = ["WAITING", "MINE", "PEOPLE", "BOTS"] as const satisfies readonly DeskView[];

export function DeskPage() {
  const { t } = useTranslation("agent-desk");
  const project = useProject();
  const waiting = useDesk(project.id, "WAITING");
  const mine = useDesk(project.id, "MINE");
  const counts = {
    WAITING: waiting.rows?.length,
    MINE: mine.rows?.length,
    PEOPLE: undefined,
    BOTS: undefined,
  };
  const tabs = views.map((view) => ({ id: view, label: t(`view.${view}`), count: counts[view] }));
  const [tab, setTab] = useUrlTab(tabs, "view");
  const view = views.find((known) => known === tab) ?? "WAITING";
  const { rows, error, isLoading, reload } = useDesk(project.id, view);
  const [conversationId, setConversationId] = useUrlParam("conversation");
  const [isEditingReplies, setIsEditingReplies] = useState(false);
  useDocumentTitle(counts.WAITING ? t("tabTitle", { count: counts.WAITING }) : t("title"), project.name);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={project.crumbs}
        state={waiting.rows && t("state", { count: waiting.rows.length })}
        actions={
          <Button variant="default" onClick={() => setIsEditingReplies(true)}>
            {t("replies.title")}
          </Button>
        }
        tabs={<UrlTabs tabs={tabs} label={t("title")} param="view" />}
      />
      <TabPanel id={tab}>
        {error && <ErrorState error={error} onRetry={reload} isInline={rows !== undefined} />}
        {isLoading && <Skeleton height={240} radius={6} />}
        <div className={classes["desk"]} data-open={conversationId !== "" || undefined}>
          {rows && (
            <ConversationList
              rows={rows}
              label={t(`view.${view}`)}
              openId={conversationId}
              onOpen={setConversationId}
              empty={
                <EmptyState
                  icon={<IconHeadset size={20} />}
                  title={t(`none.${view}`)}
                  hint={t(`noneHint.${view}`)}
                />
              }
            />
          )}
          {conversationId === "" ? (
            <div className={classes["nothing"]}>{t("choose")}</div>
          ) : (
            <ConversationView
              key={conversationId}
              projectId={project.id}
              id={conversationId}
              // The list goes along to where the conversation is now.
              onClaimed={() => setTab("MINE")}
              onClose={() => setConversationId("")}
            />
          )}
        </div>
      </TabPanel>
      <CannedReplies
        projectId={project.id}
        isOpen={isEditingReplies}
        onClose={() => setIsEditingReplies(false)}
      />
    </>
  );
}

/** The list, asked for again whenever the server says that it changed. */
function useDesk(projectId: string, view: DeskView) {
  const { data, error, isLoading, reload } = useData(
    deskQuery,
    { projectId, view },
    { types: ["Conversation"] },
  );
  const [change] = useSubscription({ query: deskSubscription, variables: { projectId, view } });
  useEffect(() => {
    if (change.data) reload();
  }, [change.data, reload]);
  return { rows: data?.deskConversations, error, isLoading, reload };
}
