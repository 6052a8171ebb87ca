// Language models of a project: who gives access to them, what was used, and what it costs.
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { CredentialsTab } from "./credentials-tab.tsx";
import { listQuery } from "./documents.ts";

const UsageTab = lazy(() => import("./usage-tab.tsx").then((module) => ({ default: module.UsageTab })));
const PricesTab = lazy(() => import("./prices-tab.tsx").then((module) => ({ default: module.PricesTab })));

export function CredentialsPage() {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const project = useProject();
  const list = useData(listQuery, { projectId }, { types: ["LLMCredential"] });
  const [isCreating, setIsCreating] = useState(false);
  const count = list.data?.credentials.length;
  const tabs = [
    { id: "credentials", label: t("tab.credentials"), count },
    { id: "usage", label: t("tab.usage") },
    { id: "prices", label: t("tab.prices") },
  ];
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(t("title"), project.name);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={project.crumbs}
        state={count !== undefined && t("state", { count })}
        actions={tab === "credentials" && <Button onClick={() => setIsCreating(true)}>{t("create")}</Button>}
        tabs={<UrlTabs tabs={tabs} label={t("title")} />}
      />
      <TabPanel id={tab}>
        <Suspense>
          {tab === "credentials" && (
            <CredentialsTab list={list} isCreating={isCreating} onCreating={setIsCreating} />
          )}
          {tab === "usage" && <UsageTab />}
          {tab === "prices" && <PricesTab />}
        </Suspense>
      </TabPanel>
    </>
  );
}
