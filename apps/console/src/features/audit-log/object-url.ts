import { paths, urlTo } from "../../shared/urls.ts";
import type { AuditEntry } from "./audit-query.ts";

/** Where the object of an entry is now; undefined where it has no page of its own. */
export function objectUrl(entry: AuditEntry): string | undefined {
  const { objectId, accountId: orgId, projectId } = entry;
  if (!objectId || entry.action.endsWith(".deleted")) return undefined;
  switch (entry.objectType) {
    case "user":
      return `${urlTo(paths.users, { orgId })}?user=${objectId}`;
    case "team":
      return urlTo(paths.team, { orgId, teamId: objectId });
    case "account":
      return urlTo(paths.organization, { orgId, childOrgId: objectId });
    case "login_method":
      return `${urlTo(paths.loginMethods, { orgId })}?connection=${objectId}`;
    case "project":
      return urlTo(paths.project, { orgId, projectId: objectId });
    case "customer":
      return projectId ? urlTo(paths.customer, { orgId, projectId, customerId: objectId }) : undefined;
    case "environment":
      return projectId
        ? urlTo(paths.environment, { orgId, projectId, environmentConfigId: objectId })
        : undefined;
    default:
      return undefined;
  }
}
