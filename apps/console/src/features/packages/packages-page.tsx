// What applets are made of: packages and templates, Parley's own and the organisation's, and what pages load.
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { Button } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useRights } from "../../shared/rights.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { ApplicationsTab } from "./applications-tab.tsx";
import { PackagesTab } from "./packages-tab.tsx";
import { TemplatesTab } from "./templates-tab.tsx";

const PublishPackage = lazy(() =>
  import("./publish-package.tsx").then((module) => ({ default: module.PublishPackage })),
);
const PublishTemplate = lazy(() =>
  import("./publish-template.tsx").then((module) => ({ default: module.PublishTemplate })),
);

export function PackagesPage() {
  const { t } = useTranslation("packages");
  const organization = useOrganization();
  const tabs = [
    { id: "packages", label: t("tabs.packages") },
    { id: "templates", label: t("tabs.templates") },
    { id: "applications", label: t("tabs.applications") },
  ];
  const [tab] = useUrlTab(tabs);
  const [isPublishing, setIsPublishing] = useState(false);
  const canPublish = useRights(organization.id)?.canEditPackages ?? true;
  const close = () => setIsPublishing(false);
  useDocumentTitle(t("title"), organization.name);
  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) }]}
        state={t(`state.${tab}`)}
        actions={
          tab !== "applications" && (
            <Button
              disabled={!canPublish}
              title={canPublish ? undefined : t("cannotPublish")}
              onClick={() => setIsPublishing(true)}
            >
              {tab === "packages" ? t("publish.action") : t("template.create")}
            </Button>
          )
        }
        tabs={<UrlTabs tabs={tabs} label={t("title")} />}
      />
      <TabPanel id={tab}>
        {tab === "packages" && <PackagesTab accountId={organization.id} />}
        {tab === "templates" && <TemplatesTab accountId={organization.id} />}
        {tab === "applications" && <ApplicationsTab />}
      </TabPanel>
      {isPublishing && (
        <Suspense fallback={null}>
          {tab === "templates" ? (
            <PublishTemplate accountId={organization.id} onClose={close} />
          ) : (
            <PublishPackage accountId={organization.id} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}
