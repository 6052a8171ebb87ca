// The values of an account as a change sees them.
import { sql } from "kysely";
import { findUser, pictureAddress, visibleTo } from "#domains/users";
import type { Tx } from "#platform/database.ts";
import { Invalid } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import { requiredText } from "#platform/input.ts";
import { mergeSettings } from "./settings.ts";

export interface AccountValues {
  name: string;
  picture: string | null;
  accountManagerId: string | null;
  accountIconId: string | null;
  status: "ACTIVE" | "SUSPENDED";
  generalSettings: Record<string, unknown>;
  resourceLimitSettings: Record<string, unknown>;
}

export interface AccountInput {
  readonly name?: string | null | undefined;
  readonly picture?: string | null | undefined;
  readonly accountManagerId?: string | null | undefined;
  readonly accountIconId?: string | null | undefined;
  readonly status?: "ACTIVE" | "SUSPENDED" | null | undefined;
  readonly generalSettings?: unknown;
  readonly resourceLimitSettings?: unknown;
}

/** What was sent, checked; a field that was not sent is left out. */
export async function accountEdits(
  tx: Tx,
  viewerId: string | undefined,
  stored: AccountValues & { id: string; parentId: string | null },
  input: AccountInput,
): Promise<Partial<AccountValues>> {
  const edits: Partial<AccountValues> = {
    ...(input.name != null && { name: requiredText("name", input.name, "a name for the organisation") }),
    ...(input.picture !== undefined && { picture: pictureAddress(input.picture) }),
    ...(input.accountManagerId !== undefined && {
      accountManagerId: await manager(tx, viewerId, stored.accountManagerId, input.accountManagerId),
    }),
    ...(input.accountIconId !== undefined && {
      accountIconId: await icon(tx, stored.id, viewerId, input.accountIconId),
    }),
    ...(input.status != null && { status: input.status }),
    ...(input.generalSettings != null && {
      generalSettings: mergeSettings("generalSettings", stored.generalSettings, input.generalSettings),
    }),
    ...(input.resourceLimitSettings != null && {
      resourceLimitSettings: mergeSettings(
        "resourceLimitSettings",
        stored.resourceLimitSettings,
        input.resourceLimitSettings,
      ),
    }),
  };
  if (edits.name !== undefined && edits.name !== stored.name) await requireFreeName(tx, stored, edits.name);
  if (edits.generalSettings) await requireFreeDomains(tx, stored.id, edits.generalSettings["emailDomains"]);
  return edits;
}

async function manager(
  tx: Tx,
  viewerId: string | undefined,
  current: string | null,
  given: string | null,
): Promise<string | null> {
  if (given === null || given === current) return given;
  const refusal = new Invalid("accountManagerId", "There is no such person among the people you can see.");
  if (!isId(given) || !(await findUser(tx, given))) throw refusal;
  const { rows } =
    await sql`select 1 from users u where u.id = ${given} and ${visibleTo(viewerId ?? given)}`.execute(tx);
  if (rows.length === 0) throw refusal;
  return given;
}

async function icon(tx: Tx, accountId: string, viewerId: string | undefined, given: string | null) {
  if (given === null) return null;
  const { rows } = isId(given)
    ? await sql<{ id: string }>`select id from files where id = ${given} and mime_type like 'image/%'
        and (account_id = ${accountId} or created_by = ${viewerId ?? null}::uuid)`.execute(tx)
    : { rows: [] };
  if (rows.length === 0) throw new Invalid("accountIconId", "There is no such picture. Upload it first.");
  return given;
}

export async function requireFreeName(
  tx: Tx,
  account: { id?: string; parentId: string | null },
  name: string,
  field = "name",
): Promise<void> {
  // Two who take the same name at once take turns: the second is told which field is wrong.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`names below ${account.parentId}`}, 0))`.execute(
    tx,
  );
  const { rows } =
    await sql`select 1 from accounts where parent_id is not distinct from ${account.parentId}::uuid
    and lower(name) = lower(${name}) and (${account.id ?? null}::uuid is null or id <> ${account.id ?? null}::uuid)`.execute(
      tx,
    );
  if (rows.length > 0) throw new Invalid(field, "There is an organisation with this name here already.");
}

/** A domain leads to one organisation: whoever states it first has it. */
async function requireFreeDomains(tx: Tx, accountId: string, domains: unknown): Promise<void> {
  if (!Array.isArray(domains) || domains.length === 0) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('email domains', 0))`.execute(tx);
  const { rows } = await sql<{ domain: string }>`
    select domain from accounts a, jsonb_array_elements_text(a.general_settings -> 'emailDomains') domain
    where a.id <> ${accountId} and a.general_settings ? 'emailDomains'
      and jsonb_typeof(a.general_settings -> 'emailDomains') = 'array' and domain = any(${domains.map(String)})
    limit 1`.execute(tx);
  const taken = rows[0]?.domain;
  if (taken) throw new Invalid("generalSettings.emailDomains", `${taken} belongs to another organisation.`);
}
