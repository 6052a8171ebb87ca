// Which environment owns the address of a page: one statement over one index, however many domains there are.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { type PagePlace, placeOfPage } from "./domain-url.ts";

export interface OwningDomain {
  readonly id: string;
  readonly url: string;
  readonly type: "EXACT" | "WILDCARD";
  readonly configId: string;
  readonly projectId: string;
  readonly status: "ACTIVE" | "INACTIVE";
}

/** Every domain that covers the page, the most specific first: exact host, longest host, longest path. */
export async function domainsCovering(db: Db, place: PagePlace): Promise<OwningDomain[]> {
  const { rows } = await coveringStatement(place).execute(db);
  return rows;
}

export function coveringStatement(place: PagePlace) {
  return sql<OwningDomain>`
    select d.id, d.url, d.type, c.id as "configId", c.project_id as "projectId", c.status
    from domains d
      join project_environment_configs c on c.id = d.project_environment_config_id
    where d.host = any(${[...place.hosts]}) and d.path_prefix = any(${[...place.prefixes]})
      and d.scheme = ${place.scheme} and d.port is not distinct from ${place.port}::integer
      and (d.type = 'EXACT') = (d.host = ${place.hosts[0] ?? ""})
    order by length(d.host) desc, length(d.path_prefix) desc`;
}

/** The active environment a page belongs to; nothing when its own environment is switched off. */
export async function findPageEnvironment(db: Db, address: string): Promise<OwningDomain | undefined> {
  const place = placeOfPage(address);
  if (!place) return undefined;
  const [owner] = await domainsCovering(db, place);
  return owner?.status === "ACTIVE" ? owner : undefined;
}
