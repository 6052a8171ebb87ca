// What else covers addresses of a domain, told only as far as the viewer may see it (decision 030).
import { sql } from "kysely";
import { can, type Viewer } from "#access/viewer.ts";
import type { UrlIntersection } from "#generated/resolvers.ts";
import type { Db } from "#platform/database.ts";
import type { DomainParts } from "./domain-url.ts";

export interface IntersectingDomain {
  readonly url: string;
  readonly configId: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly environmentName: string;
  /** The two organisations are the same, or one is above the other. */
  readonly isRelated: boolean;
}

const most = 20;

/** By address. The environment itself is left out; so is what another organisation could not collide with. */
export async function intersectingDomains(
  db: Db,
  parts: DomainParts,
  own: { configId?: string | undefined; accountId?: string | undefined },
): Promise<IntersectingDomain[]> {
  const labels = parts.host.split(".");
  const above = labels.slice(1).map((_, index) => labels.slice(index + 1).join("."));
  const segments = parts.pathPrefix.split("/").filter((part) => part !== "");
  const prefixes = ["/", ...segments.map((_, index) => `/${segments.slice(0, index + 1).join("/")}/`)];
  const below = sql`(${parts.type === "WILDCARD"} and reverse(d.host) like reverse(${parts.host}) || '.%')`;
  const { rows } = await sql<IntersectingDomain>`
    select d.url, c.id as "configId", p.id as "projectId", p.name as "projectName", e.name as "environmentName",
      coalesce(${own.accountId ?? null}::uuid = any(a.path)
        or p.account_id = any((select path from accounts where id = ${own.accountId ?? null}::uuid)::uuid[]), true) as "isRelated"
    from domains d
      join project_environment_configs c on c.id = d.project_environment_config_id
      join environments e on e.id = c.environment_id
      join projects p on p.id = c.project_id
      join accounts a on a.id = p.account_id
    where d.scheme = ${parts.scheme} and d.port is not distinct from ${parts.port}::integer
      and ((d.host = ${parts.host} and d.type = ${parts.type})
        or (d.host = any(${above}) and d.type = 'WILDCARD') or ${below})
      and (d.path_prefix = any(${prefixes}) or starts_with(d.path_prefix, ${parts.pathPrefix}))
      and c.id is distinct from ${own.configId ?? null}::uuid
    order by d.url limit ${most}`.execute(db);
  return rows;
}

/** Names the other environment if the viewer may see its project, and says only that there is one if not. */
export async function describeIntersection(
  viewer: Viewer,
  own: DomainParts,
  other: IntersectingDomain,
): Promise<UrlIntersection> {
  const isSame = other.url === own.url;
  const isConflict = isSame || !other.isRelated;
  if (!(await can(viewer, "project.read", { projectId: other.projectId }))) {
    const message = isConflict
      ? "This address is already used in a project you cannot see."
      : "A project you cannot see also covers part of this. The more specific address wins.";
    return { message, isConflict, url: null };
  }
  const where = `${other.projectName}, ${other.environmentName}`;
  const message = isSame
    ? `This address already belongs to ${where}.`
    : isConflict
      ? `${other.url} of another organisation (${where}) covers part of this.`
      : `${other.url} (${where}) covers part of this. The more specific address wins.`;
  return {
    url: other.url,
    projectId: other.projectId,
    projectName: other.projectName,
    environmentName: other.environmentName,
    projectEnvironmentConfigId: other.configId,
    message,
    isConflict,
  };
}
