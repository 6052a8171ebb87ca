// Calls every operation as everybody with ids of every place, and compares each answer with the permission table.
import { type GraphQLField, type GraphQLSchema, isObjectType } from "graphql";
import type { Context } from "../../context.ts";
import type { RolledBack } from "#testing/rolled-back.ts";
import type { TestServer } from "#testing/server.ts";
import { isAllowed } from "../actions.ts";
import { accountGrants, projectGrants } from "../grants.ts";
import { createViewer, type Question } from "../viewer.ts";
import { inheritedTables } from "./arguments.ts";
import { argumentsFor, type IdPath, idPathsOf } from "./call-arguments.ts";
import { expectedActions } from "./permissions.ts";
import { type Actor, type Relation, relations, type World } from "./world.ts";

export interface MatrixOptions {
  readonly server: TestServer;
  /** Operations are shared out among them. */
  readonly lanes: readonly Lane[];
  readonly schema: GraphQLSchema;
  readonly resolvers: Readonly<Record<string, unknown>>;
  readonly only?: readonly string[];
}

/** A world of its own: calls side by side in one would wait for each other's locks. */
export interface Lane {
  readonly database: RolledBack;
  readonly world: World;
}

export interface MatrixResult {
  readonly cells: number;
  readonly operations: number;
  readonly failures: readonly string[];
  /** Operations of the schema that nothing answers. */
  readonly gaps: readonly string[];
  /** Mutations that succeeded at least once, and so wrote their audit entry. */
  readonly auditedMutations: readonly string[];
  readonly mutations: number;
}

type Kind = "Query" | "Mutation" | "Subscription";

interface Answer {
  readonly code: string;
  /** Code and message, or the result: what must not differ between a foreign and a missing object. */
  readonly text: string;
  readonly message: string;
  readonly questions: readonly Question[];
  readonly writes: number;
}

export async function runMatrix(options: MatrixOptions): Promise<MatrixResult> {
  const { schema, only } = options;
  const failures: string[] = [];
  const gaps: string[] = [];
  const audited = new Set<string>();
  let cells = 0;
  const roots: [Kind, GraphQLField<unknown, unknown>][] = [];
  for (const kind of ["Query", "Mutation", "Subscription"] as const) {
    const type = schema.getType(kind);
    if (isObjectType(type)) for (const field of Object.values(type.getFields())) roots.push([kind, field]);
  }
  const chosen = roots.filter(([, field]) => !only || only.includes(field.name));
  const isReady = ([kind, field]: (typeof roots)[number]) =>
    Object.hasOwn(Object(options.resolvers[kind]), field.name);
  for (const [kind, field] of chosen)
    if (!isReady([kind, field])) gaps.push(`${kind}.${field.name} has no resolver yet`);
  const ready = chosen.filter(isReady);
  const check = async (kind: Kind, field: GraphQLField<unknown, unknown>, lane: Lane) => {
    const paths = idPathsOf(field);
    for (const path of paths.length === 0 ? [undefined] : paths) {
      for (const actor of lane.world.actors) {
        const answers = new Map<Relation, Answer>();
        // Without a session all places are alike: two of them tell.
        for (const relation of !path
          ? (["own"] as const)
          : actor.userId
            ? relations
            : (["own", "random"] as const)) {
          answers.set(relation, await call(options, lane, kind, field, path, actor, relation));
          cells += 1;
        }
        const problems = await judge(lane.database, kind, field.name, path, actor, answers);
        const at = `${field.name}(${path?.path ?? ""})`;
        failures.push(...problems.map((problem) => `${at} as ${actor.name}: ${problem}`));
        const own = answers.get("own");
        if (kind === "Mutation" && own?.code === "OK" && own.writes > 0) audited.add(field.name);
      }
    }
  };
  // Those with the most cells first, so that no lane is left alone with them at the end.
  const queue = ready.toSorted(([, a], [, b]) => idPathsOf(b).length - idPathsOf(a).length).values();
  const work = async (lane: Lane) => {
    for (let item = queue.next(); !item.done; item = queue.next())
      await check(item.value[0], item.value[1], lane);
  };
  await Promise.all(options.lanes.map(work));
  return {
    cells,
    operations: chosen.length,
    failures,
    gaps,
    auditedMutations: [...audited],
    mutations: chosen.filter(([kind]) => kind === "Mutation").length,
  };
}

async function call(
  options: MatrixOptions,
  { database, world }: Lane,
  kind: Kind,
  field: GraphQLField<unknown, unknown>,
  under: IdPath | undefined,
  actor: Actor,
  relation: Relation,
): Promise<Answer> {
  const id = under && (await world.idOf(under.table, relation));
  const paths = new Map(idPathsOf(field).map((known) => [known.path, known]));
  const args = await argumentsFor(field, async (path, isRequired) => {
    if (path.endsWith(".*")) return under?.path.startsWith(path.slice(0, -1)) ? id : undefined;
    if (path === under?.path) return id;
    const other = paths.get(path);
    if (!isRequired || !other) return undefined;
    return world.idOf(other.table, "own");
  });
  const viewer = createViewer(database.db, { userId: actor.userId, sessionId: undefined });
  const ctx: Context = {
    ...database.services(options.server.services),
    viewer,
    requestId: "matrix",
    idempotencyKey: undefined,
    operation: undefined,
    hasAudited: false,
    loaders: new Map(),
  };
  const work = () => attempt(() => invoke(options.resolvers, kind, field.name, args, ctx));
  const { result: outcome, writes } =
    kind === "Mutation" ? await database.runCounted(work) : { result: await database.run(work), writes: 0 };
  // Ids and times of what a call makes differ from call to call; everything else must not.
  const text = JSON.stringify(outcome)
    .replaceAll(anyId, "<id>")
    .replaceAll(anyTime, "<time>")
    .replaceAll(anyDuration, "");
  return { code: outcome.code, message: outcome.message ?? "", text, questions: viewer.questions, writes };
}

const anyId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const anyDuration = /"(ms|durationMs)":\d+/g;
const anyTime = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z/g;

async function invoke(
  resolvers: MatrixOptions["resolvers"],
  kind: Kind,
  name: string,
  args: Record<string, unknown>,
  ctx: Context,
): Promise<unknown> {
  const fields = Object(resolvers[kind]) as Record<string, unknown>;
  const field = fields[name];
  if (!field) throw new Error(`${kind}.${name} has no resolver.`);
  if (kind !== "Subscription") return (field as Call)(undefined, args, ctx, {});
  const events = (await (field as { subscribe: Call }).subscribe(
    undefined,
    args,
    ctx,
    {},
  )) as AsyncIterator<unknown>;
  try {
    return (await events.next()).value as unknown;
  } finally {
    await events.return?.();
  }
}

type Call = (parent: unknown, args: unknown, ctx: Context, info: unknown) => Promise<unknown>;

interface Outcome {
  readonly code: string;
  readonly message?: string;
  readonly extensions?: unknown;
  readonly result?: unknown;
}

async function attempt(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { code: "OK", result: (await work()) ?? null };
  } catch (error) {
    const { extensions, message } = error as { extensions?: { code?: string }; message: string };
    return { code: extensions?.code ?? "UNEXPECTED", message, extensions };
  }
}

async function judge(
  lane: RolledBack,
  kind: Kind,
  name: string,
  path: IdPath | undefined,
  actor: Actor,
  answers: ReadonlyMap<Relation, Answer>,
): Promise<string[]> {
  const problems: string[] = [];
  const missing = answers.get("random");
  for (const [relation, answer] of answers) {
    if (answer.code === "UNEXPECTED") problems.push(`${relation}: unexpected error: ${answer.message}`);
    if (kind === "Mutation" && answer.code !== "OK" && answer.writes !== 0)
      problems.push(`${relation}: refused, but something was written`);
    const isShared = relation === "parent" && path !== undefined && inheritedTables.has(path.table);
    const isOutside = !isShared && ["foreign", "sibling", "parent"].includes(relation);
    if (isOutside && answer.text !== missing?.text) {
      problems.push(
        `${relation} is told from missing: ${answer.text.slice(0, 200)} / ${missing?.text.slice(0, 200)}`,
      );
    }
    if (isOutside && answer.writes > (missing?.writes ?? 0)) problems.push(`${relation}: changed something`);
    const [question] = answer.questions;
    if (!question || !actor.userId) continue;
    const expected = expectedActions[name];
    const isOwnProfile = name === "updateUser" || name === "userProductRoles";
    if (expected && question.action !== expected && !isOwnProfile)
      problems.push(`asks for ${question.action}, not ${expected}`);
    const held = await heldBy(lane, actor.userId, question);
    // Who holds nothing at the place must not learn that it is there; who holds something is told what they lack.
    if (held.size === 0 && path && !isShared && answer.text !== missing?.text) {
      problems.push(`${relation}: holds nothing there, and got ${answer.code}`);
    }
    if (held.size > 0 && !isAllowed(question.action, held) && answer.code !== "FORBIDDEN") {
      problems.push(`${relation}: has no ${question.action}, and got ${answer.code}: ${answer.message}`);
    }
    if (isAllowed(question.action, held) && answer.questions.length === 1 && isPlainRefusal(answer)) {
      problems.push(`${relation}: has ${question.action}, and was refused`);
    }
  }
  return problems;
}

function isPlainRefusal({ code, message }: Answer): boolean {
  return (
    (code === "FORBIDDEN" && message.startsWith("You do not have the rights")) ||
    (code === "NOT_FOUND" && /no such organisation/.test(message))
  );
}

async function heldBy({ db }: RolledBack, userId: string, { scope }: Question): Promise<ReadonlySet<string>> {
  const key = `${userId} ${"projectId" in scope ? scope.projectId : scope.accountId}`;
  const known = grants.get(key);
  if (known) return known;
  const found = await (
    "projectId" in scope
      ? projectGrants(db, userId, scope.projectId)
      : accountGrants(db, userId, scope.accountId)
  ).catch(() => undefined);
  const held = found?.held ?? new Set<string>();
  grants.set(key, held);
  return held;
}

/** Nothing is ever saved in a run, so what somebody holds at a place stays the same. */
const grants = new Map<string, ReadonlySet<string>>();
