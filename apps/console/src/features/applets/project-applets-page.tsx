// Applets belong to an environment: without one in the address, those of the first.
import { ErrorState } from "@parley/ui/error-state";
import { useTranslation } from "react-i18next";
import { Navigate, useParams } from "react-router";
import { paths, urlTo } from "../../shared/urls.ts";
import { useEnvironments } from "./environments.ts";

export function ProjectAppletsPage() {
  const { t } = useTranslation("applets");
  const { orgId = "", projectId = "" } = useParams();
  const { environments, error, reload } = useEnvironments(projectId);
  if (error) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const first = environments?.[0];
  if (!first) return null;
  return (
    <Navigate
      replace
      to={urlTo(paths.appletInstances, { orgId, projectId, environmentConfigId: first.id })}
    />
  );
}
