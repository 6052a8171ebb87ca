// Who can do what, and why: every effective role with the path it comes by, and the reverse question.
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { useTranslation } from "react-i18next";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { RolesLens } from "./roles-lens.tsx";
import { WhoCan } from "./who-can.tsx";

export function AccessPage() {
  const { t } = useTranslation("access-lens");
  const organization = useOrganization();
  const tabs = [
    { id: "roles", label: t("tabs.roles") },
    { id: "who-can", label: t("tabs.whoCan") },
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
        {tab === "roles" ? <RolesLens organization={organization} /> : <WhoCan organization={organization} />}
      </TabPanel>
    </>
  );
}
