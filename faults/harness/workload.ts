// Writers of every kind the product has, each effect traceable to one intent in the ledger.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { type Answer, graphql, post } from "./client.ts";
import {
  auditedUsers,
  auditWithoutEffect,
  messages,
  projects,
  savedNodes,
  savedUsers,
  teams,
} from "./effects.ts";
import { added, judge, type Ledger, type Verdict } from "./ledger.ts";
import { pick } from "./seeded.ts";
import { shop, type World } from "./world.ts";

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
const updateUser = /* GraphQL */ `
  mutation UpdateUser(
    $id: ID!
    $accountId: ID!
    $firstName: String!
    $rolesToAdd: [ID!]
    $teamsToAdd: [ID!]
    $projectsToAdd: [ID!]
    $rolesToRemove: [ID!]
    $teamsToRemove: [ID!]
    $projectsToRemove: [ID!]
  ) {
    updateUser(
      id: $id
      accountId: $accountId
      firstName: $firstName
      lastName: "Fault"
      roleIdsToAdd: $rolesToAdd
      teamIdsToAdd: $teamsToAdd
      projectIdsToAdd: $projectsToAdd
      roleIdsToRemove: $rolesToRemove
      teamIdsToRemove: $teamsToRemove
      projectIdsToRemove: $projectsToRemove
    ) {
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
const readProjects = /* GraphQL */ `
  query GetProjects($accountId: ID!) {
    projects(filterCriteria: { accountId: $accountId }) {
      id
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
  /** When it was asked for. */
  readonly at: number;
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
  /** Each asks ten times a second. */
  readonly readers?: number;
  readonly pauseMs?: number;
  readonly kinds?: readonly Kind[];
  readonly nodesPerSave?: number;
}

type Kind = "project" | "team" | "user" | "nodes" | "chat";

/** What a writer writes again and again, and how the names of its writes begin. */
export interface Target {
  readonly id: string;
  readonly names: string;
}

export async function startWorkload(options: WorkloadOptions): Promise<Workload> {
  const { world, ledger, random } = options;
  const kinds = options.kinds ?? ["project", "team", "user", "nodes", "chat"];
  const nodesPerSave = options.nodesPerSave ?? 60;
  const outcomes: Outcome[] = [];
  const versions: Target[] = [];
  const users: Target[] = [];
  const conversations: string[] = [];
  // Workloads of several faults may share a database: each looks at its own only.
  const run = randomUUID().slice(0, 6);
  let isStopping = false;
  options.ended.addEventListener("abort", () => (isStopping = true));

  /** Sent again with the same key until somebody says yes or no: a client that gives up proves nothing. */
  async function perform(kind: Kind, id: string, send: () => Promise<Answer>): Promise<void> {
    ledger.intend(id, kind);
    // A save that was given up and arrives after the next one would look like a lost update and be none.
    const isStubborn = kind === "nodes" || kind === "user" || random() < 0.5;
    for (;;) {
      const at = performance.now();
      const answer = await send();
      outcomes.push({ kind, at, answer });
      if (answer.data !== undefined) return ledger.acknowledge(id);
      if (!isStubborn || isStopping) return;
      // Those who find nobody there leave the processor to whoever is starting.
      await sleep(answer.status === 0 ? 50 + random() * 200 : 50);
    }
  }

  /** What a writer needs is made before the trouble begins. */
  async function prepare(index: number) {
    const { cookie } = pick(random, world.admins);
    const kind = kinds[index % kinds.length] ?? "project";
    const names = `${kind}-${run}x${index}-`;
    const version = kind === "nodes" ? await aVersion(options, cookie) : "";
    const visitor = kind === "chat" ? await aVisitor(options) : undefined;
    const userId = kind === "user" ? (world.subjectIds[users.length] ?? "") : "";
    if (version) versions.push({ id: version, names });
    if (userId) users.push({ id: userId, names });
    if (visitor) conversations.push(visitor.id);
    return { names, cookie, kind, version, userId, visitor };
  }

  async function write(writer: Awaited<ReturnType<typeof prepare>>) {
    const { names, cookie, kind, version, userId, visitor } = writer;
    const call = (query: string, variables: Record<string, unknown>, key: string) =>
      graphql(options.apiUrl(), query, variables, { cookie, key });
    for (let count = 0; !isStopping; count += 1) {
      const id = `${names}${count}-${randomUUID().slice(0, 8)}`;
      const { accountId, productIds, memberIds } = world;
      if (kind === "project")
        await perform(kind, id, () => call(createProject, { name: id, accountId, productIds }, id));
      if (kind === "team")
        await perform(kind, id, () => call(createTeam, { name: id, accountId, userIds: memberIds }, id));
      if (kind === "user")
        await perform(kind, id, () =>
          call(updateUser, { id: userId, accountId, firstName: id, ...access(count) }, id),
        );
      if (kind === "nodes")
        await perform(kind, id, () => call(saveNodes, { objects: nodesOf(version, id, nodesPerSave) }, id));
      if (visitor) await perform(kind, id, () => visitor.say(id));
      await sleep(random() * (options.pauseMs ?? 20));
    }
  }

  /** In turn everything and nothing of it: a role, a team and a project that come and go together. */
  function access(count: number): Record<string, readonly string[]> {
    const { roleId, teamId } = world;
    const ids = { roles: [roleId], teams: [teamId], projects: [world.projectId] };
    const suffix = count % 2 === 0 ? "ToAdd" : "ToRemove";
    return Object.fromEntries(Object.entries(ids).map(([what, list]) => [what + suffix, list]));
  }

  async function read(): Promise<void> {
    const { accountId, admin } = world.loud;
    while (!isStopping) {
      const at = performance.now();
      const answer = await graphql(options.apiUrl(), readProjects, { accountId }, admin);
      outcomes.push({ kind: "read", at, answer });
      await sleep(Math.max(0, 100 - (performance.now() - at)));
    }
  }

  const ready = await Promise.all(Array.from({ length: options.writers }, (_, index) => prepare(index)));
  const readers = Array.from({ length: options.readers ?? 0 }, read);
  const writers = Promise.all([...ready.map(write), ...readers]);
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
        judge(ledger.entries("user"), await auditedUsers(client, users)),
        await savedUsers(client, world, ledger, users),
        await savedNodes(client, ledger, versions, nodesPerSave),
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

function nodesOf(solutionVersionId: string, message: string, count: number) {
  return Array.from({ length: count }, (_, index) => ({
    id: `node-${index}`,
    nodeType: "message",
    solutionVersionId,
    nodeName: `Node ${index}`,
    message,
  }));
}
