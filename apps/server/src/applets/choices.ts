// What an option marked `x-parley-choice` is chosen from, so that nobody has to know an id.
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import type { EnvironmentConfigRow } from "#domains/environments";

export interface Choice {
  readonly kind: "bot" | "widget";
  readonly id: string;
  readonly name: string;
  readonly customerName: string;
  readonly isReady: boolean;
}

/** By kind, customer and name. */
export async function choicesIn(
  db: Db,
  { projectId, environmentName }: Pick<EnvironmentConfigRow, "projectId" | "environmentName">,
): Promise<Choice[]> {
  const { rows } = await sql<Choice>`
    select 'bot' as kind, b.id, b.name, c.name as "customerName",
      exists (select from bot_deployments d
        where d.bot_id = b.id and d.environment = ${environmentName} and d.is_current) as "isReady"
    from bots b join customers c on c.id = b.customer_id
    where b.project_id = ${projectId}
    union all
    select 'widget', w.id, w.widget_name, c.name, p.status = 'ACTIVE'
    from widgets w join pypes p on p.id = w.pype_id join customers c on c.id = p.customer_id
    where p.project_id = ${projectId} and p.environment = ${environmentName}
    order by 1, 4, 3, 2`.execute(db);
  return rows;
}
