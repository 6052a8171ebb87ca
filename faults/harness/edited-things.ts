// Everything two administrators may edit at the same time: texts that both write, and things each has their own of.
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type Answer, graphql } from "./client.ts";
import type { World } from "./world.ts";

export type Editor = 0 | 1;

export interface SharedText {
  readonly name: string;
  stored(): Promise<{ text: string; version: number }>;
  edit(editor: Editor, text: string, version: number): Promise<Edited>;
}

/** The version it made, or how it was refused. */
export type Edited = { readonly version: number } | { readonly refusal: Refusal };

export interface Refusal {
  readonly code: string | undefined;
  readonly fields: unknown;
  readonly who: unknown;
  readonly when: unknown;
}

export interface OwnThings {
  readonly name: string;
  /** What each of the two changes. */
  readonly keys: readonly [readonly string[], readonly string[]];
  /** Members of sets are there ("1") or not ("0"). */
  write(editor: Editor, key: string, value: string): Promise<Answer>;
  stored(): Promise<ReadonlyMap<string, string>>;
  readonly isSet: boolean;
}

interface Place {
  readonly apiUrl: string;
  readonly world: World;
  readonly pool: pg.Pool;
}

type Row = Record<string, unknown>;

export async function editedThings(place: Place): Promise<{ texts: SharedText[]; own: OwnThings[] }> {
  const { apiUrl, world, pool } = place;
  const { accountId, projectId, roleId, memberIds } = world;
  const call = <T extends Row>(editor: Editor, query: string, variables: Row) =>
    graphql<T>(apiUrl, query, variables, world.admins[editor]);
  const made = await makeThings(place);
  const { teamId, solutionVersionId, widgetId, pypeId, streamId, connectionId } = made;
  const [subjectId = ""] = world.subjectIds;

  /** `what` is the mutation after `edited:`, with $text and $version in it; `row` finds text and version. */
  const shared = (name: string, what: string, row: string): SharedText => ({
    name,
    async stored() {
      const { rows } = await pool.query<{ text: string; version: number }>(row);
      return rows[0] ?? { text: "", version: 0 };
    },
    async edit(editor, text, version) {
      const query = `mutation Edit($text: String!, $version: Int!) { edited: ${what} }`;
      const answer = await call<{ edited: Row }>(editor, query, { text, version });
      return editedBy(answer);
    },
  });
  const texts = [
    shared(
      "team",
      `updateTeam(id: "${teamId}", description: $text, version: $version) { version }`,
      `select description as text, version from teams where id = '${teamId}'`,
    ),
    shared(
      "person",
      `updateUser(id: "${subjectId}", accountId: "${accountId}", firstName: $text, lastName: "Fault", version: $version) { version }`,
      `select first_name as text, version from users where id = '${subjectId}'`,
    ),
    shared(
      "project",
      `updateProject(id: "${projectId}", description: $text, version: $version) { version }`,
      `select description as text, version from projects where id = '${projectId}'`,
    ),
    shared(
      "login method",
      `updateAccount(id: "${accountId}", customAuthMethods: [{ id: "${connectionId}", name: $text, version: $version }]) {
        customAuthMethods { id version } }`,
      `select name as text, version from custom_auth_methods where id = '${connectionId}'`,
    ),
    shared(
      "solution version",
      `updateSolutionVersion(version: { id: "${solutionVersionId}", brandName: $text, version: $version }) { version }`,
      `select brand_name as text, version from solution_versions where id = '${solutionVersionId}'`,
    ),
    shared(
      "widget",
      `putWidgetLive(projectId: "${projectId}", requestAction: "put", data: { id: "${widgetId}", pype_id: "${pypeId}",
        stream_id: "${streamId}", widget_name: "Corner", custom_pype_css: $text, version: $version }) { version }`,
      `select custom_pype_css as text, version from widgets where id = '${widgetId}'`,
    ),
    shared(
      "node",
      `updateProStudioNodes(objects: [{ id: "shared", solutionVersionId: "${solutionVersionId}", nodeType: "message",
        message: $text, baseRevision: $version }]) { returning { revision } conflicts { fields who when } }`,
      `select message as text, revision as version from pro_studio_nodes
       where solution_version_id = '${solutionVersionId}' and id = 'shared'`,
    ),
  ];

  const sets = (name: string, keys: OwnThings["keys"], mutation: string, members: string): OwnThings => ({
    name,
    keys,
    isSet: true,
    write: (editor, key, value) =>
      call(editor, `mutation Change($add: [ID!], $remove: [ID!]) { ${mutation} { id } }`, {
        add: value === "1" ? [key] : [],
        remove: value === "1" ? [] : [key],
      }),
    async stored() {
      const { rows } = await pool.query<{ key: string }>(members);
      const there = new Set(rows.map(({ key }) => key));
      return new Map(keys.flat().map((key) => [key, there.has(key) ? "1" : "0"]));
    },
  });
  const [one = "", two = "", three = ""] = memberIds;
  const seen: Record<Editor, number> = { 0: 1, 1: 1 };
  const own: OwnThings[] = [
    sets(
      "members of a team",
      [[one, two], [three]],
      `updateTeam(id: "${teamId}", userIdsToAdd: $add, userIdsToRemove: $remove)`,
      `select user_id::text as key from team_members where team_id = '${teamId}'`,
    ),
    sets(
      "roles of a person",
      [[roleId], [made.otherRoleId]],
      `updateUser(id: "${one}", accountId: "${accountId}", firstName: "cat", lastName: "Fault", roleIdsToAdd: $add, roleIdsToRemove: $remove)`,
      `select role_id::text as key from account_user_roles where user_id = '${one}'`,
    ),
    {
      name: "fields of a solution version",
      keys: [["supervisorName"], ["otherInformation"]],
      isSet: false,
      async write(editor, key, value) {
        // The version each saw last, which the other's edits have left behind.
        const answer = await call<{ edited: { version: number } }>(
          editor,
          `mutation M($value: String!, $version: Int!) { edited: updateSolutionVersion(version: {
            id: "${made.fieldsVersionId}", ${key}: $value, version: $version }) { version } }`,
          { value, version: seen[editor] },
        );
        seen[editor] = answer.data?.edited.version ?? seen[editor];
        return answer;
      },
      async stored() {
        const { rows } = await pool.query<{ a: string; b: string }>(
          `select supervisor_name as a, other_information as b from solution_versions where id = '${made.fieldsVersionId}'`,
        );
        return new Map([
          ["supervisorName", rows[0]?.a ?? ""],
          ["otherInformation", rows[0]?.b ?? ""],
        ]);
      },
    },
    {
      name: "nodes of a canvas",
      keys: [
        ["a1", "a2"],
        ["b1", "b2"],
      ],
      isSet: false,
      write: (editor, key, value) =>
        call(
          editor,
          `mutation M($value: String!) { updateProStudioNodes(objects: [{ id: "${key}", nodeType: "message",
            solutionVersionId: "${solutionVersionId}", message: $value }]) { affected_rows } }`,
          { value },
        ),
      async stored() {
        const { rows } = await pool.query<{ id: string; message: string }>(
          `select id, message from pro_studio_nodes where solution_version_id = '${solutionVersionId}' and id ~ '^[ab][12]$'`,
        );
        return new Map(rows.map(({ id, message }) => [id, message]));
      },
    },
  ];
  return { texts, own };
}

/** Some answer with the version, some with a list; a node that was not written is told apart from the rest. */
function editedBy(answer: Answer<{ edited: Row }>): Edited {
  const edited = answer.data?.edited;
  const conflict = rowsOf(edited?.["conflicts"])[0];
  if (!edited || conflict) {
    const { fields, who, when } = conflict ?? answer.details;
    return { refusal: { code: conflict ? "CONFLICT" : answer.code, fields, who, when } };
  }
  const inList = rowsOf(edited["returning"])[0] ?? rowsOf(edited["customAuthMethods"])[0];
  return { version: Number(edited["version"] ?? inList?.["version"] ?? inList?.["revision"]) };
}

function rowsOf(value: unknown): Row[] {
  return Array.isArray(value) ? value.map((row: unknown) => Object(row) as Row) : [];
}

async function makeThings({ apiUrl, world, pool }: Place) {
  const { accountId, projectId, settingId } = world;
  const make = async <T>(query: string): Promise<T> => {
    const answer = await graphql<T>(apiUrl, `mutation Make { made: ${query} }`, {}, world.admins[0]);
    if (!answer.data) throw new Error(answer.message);
    return answer.data;
  };
  const team = await make<{ made: { id: string } }>(
    `createTeam(name: "r8-${randomUUID()}", accountId: "${accountId}") { id }`,
  );
  const solution = () =>
    make<{ made: { solutionVersions: { id: string }[] } }>(
      `createSolution(projectProStudioSettingId: "${settingId}", solution: { name: "r8-${randomUUID()}" }, version: {}) {
        solutionVersions { id } }`,
    ).then(({ made }) => made.solutionVersions[0]?.id ?? "");
  const solutionVersionId = await solution();
  const account = await make<{ made: { customAuthMethods: { id: string }[] } }>(
    `updateAccount(id: "${accountId}", customAuthMethods: [{ type: OIDC, name: "r8", clientId: "parley",
      clientSecret: "a secret of the faults", issuerURL: "https://login.example.org" }]) { customAuthMethods { id } }`,
  );
  await make(
    `updateProStudioNodes(objects: [{ id: "shared", nodeType: "message", solutionVersionId: "${solutionVersionId}" }]) { affected_rows }`,
  );
  const [customerId, pypeId, streamId, widgetId] = [0, 1, 2, 3].map(() => randomUUID());
  await pool.query(
    `with customer as (insert into customers (id, project_id, name) values ('${customerId}', '${projectId}', 'r8')),
       pype as (insert into pypes (id, project_id, customer_id, environment, name)
         values ('${pypeId}', '${projectId}', '${customerId}', 'Live', 'r8')),
       stream as (insert into streams (id, pype_id, name) values ('${streamId}', '${pypeId}', 'r8'))
     insert into widgets (id, pype_id, stream_id, widget_name) values ('${widgetId}', '${pypeId}', '${streamId}', 'Corner')`,
  );
  const { rows } = await pool.query<{ id: string }>(
    "select id from roles where account_id = $1 and key = 'analytics_viewer'",
    [accountId],
  );
  return {
    teamId: team.made.id,
    solutionVersionId,
    fieldsVersionId: await solution(),
    connectionId: account.made.customAuthMethods[0]?.id ?? "",
    pypeId,
    streamId,
    widgetId,
    otherRoleId: rows[0]?.id ?? "",
  };
}
