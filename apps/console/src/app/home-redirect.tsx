import { EmptyState } from "@parley/ui/empty-state";
import { readStored } from "@parley/ui/stored";
import { useTranslation } from "react-i18next";
import { Navigate, useLocation } from "react-router";
import { paths, urlTo } from "../shared/urls.ts";
import { useOrganizations, useViewer } from "../shared/viewer.tsx";
import { lastOrganizationKey } from "./last-organization.ts";

/** "/" opens the organisation used last, else the person's default one, else the first they can see. */
export function HomeRedirect() {
  const { t } = useTranslation();
  const { search } = useLocation();
  const organizations = useOrganizations();
  const { defaultOrganizationId } = useViewer();
  const wanted = [readStored(lastOrganizationKey), defaultOrganizationId];
  const target = wanted.find((id) => organizations.some((known) => known.id === id)) ?? organizations[0]?.id;
  if (!target) return <EmptyState title={t("noOrganization.title")} hint={t("noOrganization.hint")} />;
  return <Navigate replace to={{ pathname: urlTo(paths.landing, { orgId: target }), search }} />;
}
