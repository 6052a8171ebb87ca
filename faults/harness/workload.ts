// Writers of every kind the product has, each effect traceable to one intent in the ledger.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Answer, graphql, post } from "./client.ts";
import { added, judge, type Ledger, nothingWrong, type Verdict } from "./ledger.ts";
import { pick } from "./seeded.ts";
import { shop, type World } from "./world.ts";

const nodesPerSave = 60;

const createProject = /* GraphQL */ `
  mutation CreateProject($name: String!, $accountId: ID!, $productIds: [ID!]!) {
    createProject(name: $name, accountId: $accountId, productIds: $productIds) {
      id
    }
  }
`;
const createTeam = /* GraphQL */ `
  mutation CreateTeam($name: String!, $accountId: ID!, $userIds: [ID!]!) {
    createTeam(name: $name, accountId: $accountId, userIdsToAdd: $userIds) {
      id
    }
  }
`;
const createSolution = /* GraphQL */ `
  mutation CreateSolution($settingId: ID!, $name: String!) {
    createSolution(projectProStudioSettingId: $settingId, solution: { name: $name }, version: {}) {
      id
      solutionVersions {
        id
      }
    }
  }
`;
const saveNodes = /* GraphQL */ `
  mutation UpdateProStudioNodes($objects: [ProStudioNodeInput!]!) {
    updateProStudioNodes(objects: $objects) {
      affected_rows
    }
  }
`;

export interface Outcome {
  readonly kind: string;
  readonly answer: Answer;
}

export interface Workload {
  /** What the names of its own projects begin with. */
  readonly ownProjects: string;
  /** Lets every writer finish what it is about. */
  stop(): Promise<void>;
  readonly outcomes: readonly Outcome[];
  /** Compares what is in the database with the ledger. */
  check(client: pg.Client): Promise<Verdict>;
}

export interface WorkloadOptions {
  readonly apiUrl: () => string;
  readonly world: World;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** Whatever happens to the fault, its writers end with the bed. */
  readonly ended: AbortSignal;
  readonly writers: number;
  readonly pauseMs?: number;
  readonly kinds?: readonly Kind[];
}

type Kind = "project" | "team" | "nodes" | "chat";

export async function startWorkload(options: WorkloadOptions): Promise<Workload> {
  const { world, ledger, random } = options;
  const kinds = options.kinds ?? ["project", "team", "nodes", "chat"];
  const outcomes: Outcome[] = [];
  const versions: string[] = [];
  const conversations: string[] = [];
  // Workloads of several faults may share a database: each looks at its own only.
  const run = randomUUID().slice(0, 6);
  let isStopping = false;
  options.ended.addEventListener("abort", () => (isStopping = true));

  /** Sent again with the same key until somebody says yes or no: a client that gives up proves nothing. */
  async function perform(kind: Kind, id: string, send: () => Promise<Answer>): Promise<void> {
    ledger.intend(id, kind);
    // A save that was given up and arrives after the next one would look like a lost update and be none.
    const isStubborn = kind === "nodes" || random() < 0.5;
    for (;;) {
      const answer = await send();
      outcomes.push({ kind, answer });
      if (answer.data !== undefined) return ledger.acknowledge(id);
      if (!isStubborn || isStopping) return;
      await sleep(50);
    }
  }

  /** What a writer needs is made before the trouble begins. */
  async function prepare(index: number) {
    const { cookie } = pick(random, world.admins);
    const kind = kinds[index % kinds.length] ?? "project";
    const version = kind === "nodes" ? await aVersion(options, cookie) : "";
    const visitor = kind === "chat" ? await aVisitor(options) : undefined;
    if (version) versions.push(version);
    if (visitor) conversations.push(visitor.id);
    return { index, cookie, kind, version, visitor };
  }

  async function write({ index, cookie, kind, version, visitor }: Awaited<ReturnType<typeof prepare>>) {
    const call = (query: string, variables: Record<string, unknown>, key: string) =>
      graphql(options.apiUrl(), query, variables, { cookie, key });
    for (let count = 0; !isStopping; count += 1) {
      const id = `${kind}-${run}x${index}-${count}-${randomUUID().slice(0, 8)}`;
      const { accountId, productIds, memberIds } = world;
      if (kind === "project")
        await perform(kind, id, () => call(createProject, { name: id, accountId, productIds }, id));
      if (kind === "team")
        await perform(kind, id, () => call(createTeam, { name: id, accountId, userIds: memberIds }, id));
      if (kind === "nodes")
        await perform(kind, id, () => call(saveNodes, { objects: nodesOf(version, id) }, id));
      if (visitor) await perform(kind, id, () => visitor.say(id));
      await sleep(random() * (options.pauseMs ?? 20));
    }
  }

  const ready = await Promise.all(Array.from({ length: options.writers }, (_, index) => prepare(index)));
  const writers = Promise.all(ready.map(write));
  // A writer that breaks is reported by stop(), not as an unhandled rejection.
  writers.catch(() => undefined);
  return {
    outcomes,
    ownProjects: `project-${run}x`,
    async stop() {
      isStopping = true;
      await writers;
    },
    async check(client) {
      return added(
        judge(ledger.entries("project"), await projects(client, world, run)),
        judge(ledger.entries("team"), await teams(client, world, run)),
        await savedNodes(client, ledger, versions),
        judge(ledger.entries("chat"), await messages(client, conversations)),
        await auditWithoutEffect(client),
      );
    },
  };
}

async function aVersion(options: WorkloadOptions, cookie: string): Promise<string> {
  const name = `solution-${randomUUID()}`;
  const made = await graphql<{ createSolution: { solutionVersions: { id: string }[] } }>(
    options.apiUrl(),
    createSolution,
    { settingId: options.world.settingId, name },
    { cookie },
  );
  const id = made.data?.createSolution.solutionVersions[0]?.id;
  if (!id) throw new Error(`No solution could be made: ${made.message}`);
  return id;
}

async function aVisitor(options: WorkloadOptions) {
  const headers = { origin: shop };
  const opened = await post<{ conversation: { id: string; token: string } }>(
    `${options.apiUrl()}/chat/hello`,
    { type: "hello", widgetId: options.world.chat.widgetId, pageUrl: shop },
    { headers },
  );
  const { id, token } = opened.data?.conversation ?? { id: "", token: "" };
  if (!token) throw new Error(`No conversation could be opened: ${opened.message} ${opened.status}`);
  return {
    id,
    say: async (words: string) => {
      // Below the limit of a visitor, which is not what is tested here.
      await sleep(500);
      return post<Record<string, unknown>>(
        `${options.apiUrl()}/chat/send`,
        { conversation: { id, token, after: 0 }, id: words, content: { type: "text", text: words } },
        { headers },
      );
    },
  };
}

function nodesOf(solutionVersionId: string, message: string) {
  return Array.from({ length: nodesPerSave }, (_, index) => ({
    id: `node-${index}`,
    nodeType: "message",
    solutionVersionId,
    nodeName: `Node ${index}`,
    message,
  }));
}

type Effects = Map<string, { count: number; isWhole: boolean }>;

function counted(rows: readonly { name: string; isWhole: boolean }[]): Effects {
  const effects: Effects = new Map();
  for (const { name, isWhole } of rows) {
    const known = effects.get(name);
    effects.set(name, { count: (known?.count ?? 0) + 1, isWhole: isWhole && (known?.isWhole ?? true) });
  }
  return effects;
}

/** Whole: both environments, all products, and the audit entry of the same transaction. */
async function projects(client: pg.Client, world: World, run: string): Promise<Effects> {
  const { rows } = await client.query<{ name: string; isWhole: boolean }>(
    `select p.name,
       (select count(*) from project_environment_configs c where c.project_id = p.id) = 2
       and (select count(*) from project_product_settings s where s.project_id = p.id) = $2
       and (select count(*) from audit_log a where a.object_id = p.id::text and a.action = 'project.created') = 1 as "isWhole"
     from projects p where p.account_id = $1 and p.name like $3`,
    [world.accountId, world.productIds.length, `project-${run}x%`],
  );
  return counted(rows);
}

async function teams(client: pg.Client, world: World, run: string): Promise<Effects> {
  const { rows } = await client.query<{ name: string; isWhole: boolean }>(
    `select t.name, (select count(*) from team_members u where u.team_id = t.id) = $2
       and (select count(*) from audit_log a where a.object_id = t.id::text and a.action = 'team.created') = 1 as "isWhole"
     from teams t where t.account_id = $1 and t.name like $3`,
    [world.accountId, world.memberIds.length, `team-${run}x%`],
  );
  return counted(rows);
}

/** The nodes of a version are exactly those of one save: the last acknowledged, or one intended after it. */
async function savedNodes(client: pg.Client, ledger: Ledger, versions: readonly string[]): Promise<Verdict> {
  const verdict = nothingWrong();
  const entries = new Map(ledger.entries("nodes").map((entry) => [entry.id, entry]));
  for (const version of versions) {
    const { rows } = await client.query<{ message: string; count: number }>(
      `select message, count(*)::int as count from pro_studio_nodes where solution_version_id = $1 and id like 'node-%' group by message`,
      [version],
    );
    const saved = rows[0];
    if (rows.length > 1 || (saved && saved.count !== nodesPerSave)) verdict.torn += 1;
    const mine = [...entries.values()].filter(({ id }) => !saved || sameWriter(id, saved.message));
    const lastAcknowledged = mine.findLast((entry) => entry.acknowledged !== undefined);
    const found = saved && entries.get(saved.message);
    if (saved && !found) verdict.phantom += 1;
    if (saved && found && lastAcknowledged && found.at < lastAcknowledged.at) verdict.lost += 1;
  }
  return verdict;
}

const sameWriter = (a: string, b: string) => a.split("-")[1] === b.split("-")[1];

/** Whole: numbered without a gap. */
async function messages(client: pg.Client, conversations: readonly string[]): Promise<Effects> {
  const { rows } = await client.query<{ name: string; isWhole: boolean }>(
    `select m.client_message_id as name,
       (select count(*) = max(o.sequence) from conversation_messages o where o.conversation_id = m.conversation_id) as "isWhole"
     from conversation_messages m where m.conversation_id = any($1::uuid[]) and m.client_message_id like 'chat-%'`,
    [conversations],
  );
  return counted(rows);
}

/** An entry that tells of something that is not there. */
async function auditWithoutEffect(client: pg.Client): Promise<Verdict> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from audit_log a where a.action in ('project.created', 'team.created')
       and not exists (select 1 from projects p where p.id::text = a.object_id)
       and not exists (select 1 from teams t where t.id::text = a.object_id)`,
  );
  return { ...nothingWrong(), phantom: rows[0]?.count ?? 0 };
}
