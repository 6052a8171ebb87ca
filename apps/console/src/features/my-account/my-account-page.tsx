// One's own account: profile, consents, ways to sign in, sessions, roles and preferences.
import { Skeleton } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { PageHeader } from "@parley/ui/page-header";
import { TabPanel } from "@parley/ui/tabs";
import { useTranslation } from "react-i18next";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { UrlTabs, useUrlTab } from "../../shared/url-tabs.tsx";
import { useOrganization } from "../../shared/viewer.tsx";
import { Consents } from "./consents.tsx";
import { LinkResult } from "./link-result.tsx";
import { LinkedMethods } from "./linked-methods.tsx";
import { useMe } from "./my-account-query.ts";
import { OwnProjects } from "./own-projects.tsx";
import { Preferences } from "./preferences.tsx";
import { ProductRoles } from "./product-roles.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { Sessions } from "./sessions.tsx";
import classes from "./my-account.module.css";

export function MyAccountPage() {
  const { t } = useTranslation("my-account");
  const organization = useOrganization();
  const { me, error, isLoading, reload } = useMe();
  const tabs = ["profile", "sign-in", "sessions", "roles", "preferences"].map((id) => ({
    id,
    label: t(`tabs.${id}`),
  }));
  const [tab] = useUrlTab(tabs);
  useDocumentTitle(t("title"), organization.name);
  return (
    <>
      <PageHeader
        title={t("title")}
        state={me && t("state", { email: me.userName, organization: me.defaultAccount?.name ?? "–" })}
        tabs={<UrlTabs label={t("title")} tabs={tabs} />}
      />
      <LinkResult />
      {isLoading && <Skeleton height={240} />}
      {error && <ErrorState title={t("failed")} error={error} onRetry={reload} />}
      {me && (
        <div className={classes["body"]}>
          <TabPanel id={tab}>
            {tab === "profile" && (
              <>
                <ProfileForm me={me} accountId={organization.id} onSaved={reload} />
                <Consents me={me} onSaved={reload} />
              </>
            )}
            {tab === "sign-in" && <LinkedMethods me={me} orgId={organization.id} />}
            {tab === "sessions" && <Sessions />}
            {tab === "roles" && (
              <>
                <ProductRoles userId={me.id} organization={organization} />
                <OwnProjects userId={me.id} organization={organization} />
              </>
            )}
            {tab === "preferences" && <Preferences />}
          </TabPanel>
        </div>
      )}
    </>
  );
}
