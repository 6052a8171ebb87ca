// Two disjoint trees of organisations, and in the middle of one of them a person for every role.
import type pg from "pg";
import { signingBinding } from "#domains/channels";
import { newId } from "#platform/ids.ts";
import { rowMaker } from "#testing/any-row.ts";
import { anAccount, aProject, assignProject, aTeam, aUser } from "#testing/builders.ts";
import { roleId } from "#testing/roles.ts";
import type { TestServer } from "#testing/server.ts";
import { ROLE_TEMPLATES } from "../actions.ts";

export const relations = ["own", "child", "sibling", "parent", "foreign", "random"] as const;
export type Relation = (typeof relations)[number];

export interface Actor {
  readonly name: string;
  readonly userId: string | undefined;
}

export interface World {
  readonly actors: readonly Actor[];
  /** The id of this place's row of a table; an id nobody has for "random". */
  idOf(table: string, relation: Relation): Promise<string>;
}

/** `name` tells the organisations of one world from those of another beside it. */
export async function createWorld(
  server: TestServer,
  client: pg.ClientBase,
  name = "Matrix",
): Promise<World> {
  const parent = await anAccount(server, { name: `${name} parent` });
  const own = await anAccount(server, { name: `${name} own`, parentId: parent });
  const accounts: Readonly<Record<Exclude<Relation, "random">, string>> = {
    parent,
    own,
    child: await anAccount(server, { name: `${name} child`, parentId: own }),
    sibling: await anAccount(server, { name: `${name} sibling`, parentId: parent }),
    foreign: await anAccount(server, { name: `${name} foreign` }),
  };
  const makers = new Map<Relation, ReturnType<typeof rowMaker>>();
  for (const relation of ["parent", "own", "child", "sibling", "foreign"] as const) {
    const accountId = accounts[relation];
    const projectId = await aProject(server, { accountId, name: "Matrix project" });
    const userId = await aUser(server, { accountId });
    const known = new Map([
      ["accounts", accountId],
      ["projects", projectId],
      ["users", userId],
      ["identities", userId],
      ["teams", await aTeam(server, { accountId, userIds: [userId], projectIds: [projectId] })],
      ["roles", await roleId(server, accountId, "analytics_viewer")],
    ]);
    // Every organisation has an administrator of its own: removing others is never about the last one.
    await aUser(server, { accountId, roleKeys: ["organization_admin"] });
    makers.set(relation, rowMaker(client, known, specialRows(server, client, { accountId, projectId })));
  }
  const actors: Actor[] = [{ name: "nobody", userId: undefined }];
  const ownProject = await makers.get("own")?.("projects");
  for (const roleKeys of [[], ...ROLE_TEMPLATES.map((role) => [role.key])]) {
    const userId = await aUser(server, { accountId: own, roleKeys });
    if (ownProject) await assignProject(server, { userId, projectId: ownProject });
    actors.push({ name: roleKeys[0] ?? "member", userId });
  }
  const random = newId();
  return {
    actors,
    idOf: async (table, relation) =>
      relation === "random" ? random : ((await makers.get(relation)?.(table)) ?? random),
  };
}

function specialRows(
  { services }: TestServer,
  client: pg.ClientBase,
  { accountId, projectId }: { accountId: string; projectId: string },
) {
  const one = async (statement: string, values: unknown[]) => {
    const { rows } = await client.query<{ id: string }>(statement, values);
    return String(rows[0]?.id);
  };
  return {
    account_auth_method_settings: async () =>
      one(
        `with made as (
           insert into account_auth_method_settings (id, account_id, auth_method_id)
           select gen_random_uuid(), $1, id from default_auth_methods where provider_id = 'code'
           on conflict do nothing returning id)
         select id from made union all
         select s.id from account_auth_method_settings s join default_auth_methods m on m.id = s.auth_method_id
         where s.account_id = $1 and m.provider_id = 'code' limit 1`,
        [accountId],
      ),
    custom_auth_methods: async () =>
      one(
        `insert into custom_auth_methods (id, account_id, type, name, provider_id, client_id, issuer_url)
         values ($1, $2, 'OIDC', 'Matrix', $3, 'x', 'https://x.example') returning id`,
        [newId(), accountId, `m${newId()}`],
      ),
    // A document's file is nothing else's: deleting it must not be about a picture.
    knowledge_files: async () => {
      const fileId = await one(
        `insert into files (id, account_id, public_id, original_name, mime_type, size, sha256)
         values ($1, $2, $3, 'a.txt', 'text/plain', 4, 'x') returning id`,
        [newId(), accountId, `k${newId()}`],
      );
      return one(
        "insert into knowledge_files (file_id, project_id) values ($1, $2) returning file_id as id",
        [fileId, projectId],
      );
    },
    // With a secret that opens.
    external_agent_integrations: async (make: (table: string) => Promise<string>) => {
      const id = newId();
      return one(
        `insert into external_agent_integrations (id, project_id, customer_id, environment, integration_name,
           callback_url, callback_token_hash, callback_token_last_four, signing_secret_encrypted)
         values ($1, $2, $3, (select name from environments order by name limit 1), 'Matrix', 'https://x.example', $4, '1234', $5)
         returning id`,
        [
          id,
          projectId,
          await make("customers"),
          Buffer.from(newId()),
          services.secrets.encryptSecret("a secret", signingBinding(projectId, id)),
        ],
      );
    },
    identity_sessions: async (make: (table: string) => Promise<string>) =>
      one(
        `insert into identity_sessions (id, identity_id, token_hash, aal, authenticated_at, issued_at, expires_at, device_id, last_used_at)
         values ($1, $2, $3, 'aal1', now(), now(), now() + interval '1 day', $1, now()) returning id`,
        [newId(), await make("users"), Buffer.from(newId())],
      ),
  };
}
