// What makes the demo organisation look lived in: login methods, consents, limits, project roles, and a log that
// reads like the last weeks of a real one.
import { recordAudit } from "#domains/audit-log";
import { clientSecretBinding } from "#domains/identity";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { Services } from "../context.ts";

export async function seedAdministration(tx: Tx, services: Services): Promise<void> {
  const accounts = new Map(
    (await tx.selectFrom("accounts").select(["id", "name"]).execute()).map((row) => [row.name, row.id]),
  );
  const people = new Map(
    (await tx.selectFrom("users").select(["id", "first_name"]).execute()).map((row) => [
      row.first_name,
      row.id,
    ]),
  );
  const group = accounts.get("Northwind Group");
  const bank = accounts.get("Northwind Bank");
  const airlines = accounts.get("Northwind Airlines");
  // Another top organisation than the demo's: leave it alone.
  if (!group || !bank || !airlines) return;
  await settle(tx, { group, bank, airlines, people });
  await connectBank(tx, services, bank);
  await giveProjectRoles(tx);
  await tellTheStory(tx, { group, bank, airlines, people });
}

interface Cast {
  readonly group: string;
  readonly bank: string;
  readonly airlines: string;
  readonly people: ReadonlyMap<string, string>;
}

const hour = 3_600_000;

async function settle(tx: Tx, { group, bank, airlines, people }: Cast): Promise<void> {
  const settings = {
    language: "en",
    timeZone: "Europe/Stockholm",
    supportEmail: "help@northwind.example",
    emailDomains: ["northwind.example"],
  };
  await tx
    .updateTable("accounts")
    .set({
      general_settings: JSON.stringify(settings),
      resource_limit_settings: JSON.stringify({ users: 200, teams: 50, projects: 40 }),
      account_manager_id: people.get("Mara") ?? null,
    })
    .where("id", "=", group)
    .execute();
  await tx
    .updateTable("accounts")
    .set({
      general_settings: JSON.stringify({ timeZone: "Europe/Paris" }),
      resource_limit_settings: JSON.stringify({ users: 4 }),
      account_manager_id: people.get("Claire") ?? null,
    })
    .where("id", "=", bank)
    .execute();
  await tx
    .updateTable("accounts")
    .set({ account_manager_id: people.get("Elena") ?? null })
    .where("id", "=", airlines)
    .execute();
  const now = Date.now();
  const active = [
    "Mara",
    "Tomás",
    "Priya",
    "Jonas",
    "Aiko",
    "Elena",
    "Luca",
    "Nadia",
    "Claire",
    "Henrik",
    "Bruno",
  ];
  for (const [index, name] of active.entries()) {
    const id = people.get(name);
    if (!id) continue;
    await tx
      .updateTable("users")
      .set({
        status: "ACTIVE",
        last_active_at: new Date(now - (index * 7 + 1) * hour),
        required_consent_status: "ACCEPTED",
        required_consent_updated_at: new Date(now - 40 * 24 * hour),
        optional_consent_status: index % 3 === 0 ? "DECLINED" : "ACCEPTED",
        optional_consent_updated_at: new Date(now - 39 * 24 * hour),
      })
      .where("id", "=", id)
      .execute();
  }
}

/** A connection that is set up and waits to be tested. */
async function connectBank(tx: Tx, services: Services, accountId: string): Promise<void> {
  const id = newId();
  const secret = `demo-${newId()}`;
  await tx
    .insertInto("custom_auth_methods")
    .values({
      id,
      account_id: accountId,
      type: "OIDC",
      name: "Bank single sign-on",
      provider_id: "northwind-bank-sso",
      client_id: "parley-console",
      client_secret_encrypted: services.secrets.encryptSecret(secret, clientSecretBinding(accountId, id)),
      client_secret_hint: secret.slice(-4),
      client_secret_set_at: new Date(),
      issuer_url: "https://login.northwind-bank.example",
      settings: JSON.stringify({ scope: "openid email profile" }),
    })
    .execute();
  const methods = await tx.selectFrom("default_auth_methods").select(["id", "provider_id"]).execute();
  for (const method of methods) {
    await tx
      .insertInto("account_auth_method_settings")
      .values({
        id: newId(),
        account_id: accountId,
        auth_method_id: method.id,
        is_default: method.provider_id === "password",
      })
      .execute();
  }
  await tx
    .insertInto("account_auth_method_settings")
    .values({ id: newId(), account_id: accountId, custom_auth_method_id: id, is_active: false })
    .execute();
}

async function giveProjectRoles(tx: Tx): Promise<void> {
  const wishes = [
    ["Conversation design", "Help centre", "pro_studio_admin"],
    ["Passenger care", "Booking assistant", "agent_assist_supervisor"],
    ["Card desk", "Card support", "analytics_viewer"],
  ] as const;
  for (const [team, project, key] of wishes) {
    const found = await tx
      .selectFrom("team_account_projects as tp")
      .innerJoin("teams as t", "t.id", "tp.team_id")
      .innerJoin("projects as p", "p.id", "tp.project_id")
      .innerJoin("roles as r", "r.account_id", "p.account_id")
      .select(["t.id as teamId", "p.id as projectId", "r.id as roleId"])
      .where("t.name", "=", team)
      .where("p.name", "=", project)
      .where("r.key", "=", key)
      .executeTakeFirst();
    if (!found) continue;
    await tx
      .insertInto("team_project_roles")
      .values({ team_id: found.teamId, project_id: found.projectId, role_id: found.roleId })
      .execute();
  }
}

async function tellTheStory(tx: Tx, { group, bank, airlines, people }: Cast): Promise<void> {
  const team = async (name: string) =>
    (await tx.selectFrom("teams").select("id").where("name", "=", name).executeTakeFirst())?.id;
  const story = [
    [
      "Mara",
      group,
      "account",
      "account.updated",
      group,
      "Northwind Group",
      "changed general settings of the organisation Northwind Group",
      { timeZone: "UTC" },
      { timeZone: "Europe/Stockholm" },
    ],
    [
      "Mara",
      group,
      "user",
      "user.added",
      people.get("Aiko"),
      "Aiko Tanaka",
      "added Aiko Tanaka (aiko.tanaka@northwind.example) to the organisation",
      {},
      {},
    ],
    [
      "Mara",
      group,
      "user",
      "user.access-changed",
      people.get("Aiko"),
      "Aiko Tanaka",
      "added the role Bot builder for Aiko Tanaka",
      {},
      { roles: ["Bot builder"] },
    ],
    [
      "Tomás",
      group,
      "team",
      "team.created",
      await team("Conversation design"),
      "Conversation design",
      "created the team Conversation design and added the members Priya Raman and Jonas Weber",
      {},
      { members: ["Priya Raman", "Jonas Weber"] },
    ],
    [
      "Mara",
      group,
      "team",
      "team.updated",
      await team("Conversation design"),
      "Conversation design",
      "added the role Pro Studio administrator in Help centre for the team Conversation design",
      {},
      { "roles in Help centre": ["Pro Studio administrator"] },
    ],
    [
      "Claire",
      bank,
      "account",
      "account.login-methods-changed",
      bank,
      "Northwind Bank",
      "added the connection Bank single sign-on of the organisation Northwind Bank",
      {},
      { connections: ["Bank single sign-on"] },
    ],
    [
      "Mara",
      bank,
      "account",
      "account.updated",
      bank,
      "Northwind Bank",
      "changed resource limits of the organisation Northwind Bank",
      { resourceLimitSettings: {} },
      { resourceLimitSettings: { users: 4 } },
    ],
    [
      "Claire",
      bank,
      "user",
      "user.access-changed",
      people.get("Henrik"),
      "Henrik Aas",
      "added the role Pro Studio administrator; removed the role Bot builder for Henrik Aas",
      { roles: ["Bot builder"] },
      { roles: ["Pro Studio administrator"] },
    ],
    [
      "Elena",
      airlines,
      "team",
      "team.updated",
      await team("Passenger care"),
      "Passenger care",
      "added the member Samuel Okafor for the team Passenger care",
      {},
      { members: ["Samuel Okafor"] },
    ],
  ] as const;
  for (const [who, accountId, objectType, action, objectId, objectName, message, before, after] of story) {
    const actor = { viewer: { userId: people.get(who) }, hasAudited: false };
    await recordAudit(tx, actor, {
      accountId,
      objectType,
      action,
      objectId,
      objectName,
      message,
      before,
      after,
    });
  }
}
