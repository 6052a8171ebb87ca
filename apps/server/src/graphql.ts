// The server's table of contents: every domain of the API, and the rules that hold for all of them.
import { buildSchema, type GraphQLFieldResolver, type GraphQLSchema } from "graphql";
import { ownerOfKeys } from "#platform/change.ts";
import { addResolvers, type ResolverMap } from "#platform/graphql/executable-schema.ts";
import { readSchemaFiles } from "#platform/schema-files.ts";
import { scalars } from "#platform/scalars.ts";
import { previewResolvers as accessPreview } from "./access-lens/preview.ts";
import { queryResolvers as accessLens } from "./access-lens/resolvers.ts";
import { connectionTestResolvers } from "./accounts/connection-test-resolvers.ts";
import { editResolvers as accountEdits } from "./accounts/edit-resolvers.ts";
import { fieldResolvers as accountFields } from "./accounts/field-resolvers.ts";
import { queryResolvers as accounts } from "./accounts/resolvers.ts";
import { resolvers as applets } from "./applets/resolvers.ts";
import { resolvers as auditLog } from "./audit-log/resolvers.ts";
import { resolvers as bots } from "./bots/resolvers.ts";
import { resolvers as channels } from "./channels/resolvers.ts";
import { callOf, type Context } from "./context.ts";
import { resolvers as conversations } from "./conversations/resolvers.ts";
import { resolvers as customers } from "./customers/resolvers.ts";
import type { Resolvers } from "./generated/resolvers.ts";
import { resolvers as files } from "./files/resolvers.ts";
import { resolvers as environments } from "./environments/resolvers.ts";
import { resolvers as analytics } from "./analytics/resolvers.ts";
import { resolvers as history } from "./history/resolvers.ts";
import { resolvers as jobs } from "./jobs/resolvers.ts";
import { resolvers as packages } from "./packages/resolvers.ts";
import { resolvers as evaluations } from "./evaluations/resolvers.ts";
import { resolvers as knowledge } from "./knowledge/resolvers.ts";
import { resolvers as llm } from "./llm/resolvers.ts";
import { resolvers as proStudio } from "./pro-studio/resolvers.ts";
import { resolvers as projects } from "./projects/resolvers.ts";
import { resolvers as referenceData } from "./reference-data/resolvers.ts";
import { resolvers as roles } from "./roles/resolvers.ts";
import { resolvers as snapshots } from "./snapshots/resolvers.ts";
import { editResolvers as teamEdits } from "./teams/edit-resolvers.ts";
import { resolvers as solutions } from "./solutions/resolvers.ts";
import { queryResolvers as teams } from "./teams/resolvers.ts";
import { editResolvers as userEdits } from "./users/edit-resolvers.ts";
import { fieldResolvers as userFields } from "./users/field-resolvers.ts";
import { linkResolvers } from "./users/link-resolvers.ts";
import { loginInfoResolvers } from "./users/login-info.ts";
import { membershipResolvers } from "./users/membership-resolvers.ts";
import { recoveryResolvers } from "./users/recovery-resolvers.ts";
import { queryResolvers as users } from "./users/resolvers.ts";
import { sessionResolvers } from "./users/session-resolvers.ts";

// One line each: additions by different hands do not collide.
// oxfmt-ignore
const domains: readonly Resolvers[] = [
  accessLens,
  accessPreview,
  accountEdits,
  accountFields,
  accounts,
  connectionTestResolvers,
  analytics,
  auditLog,
  bots,
  channels,
  conversations,
  customers,
  files,
  history,
  jobs,
  knowledge,
  llm,
  linkResolvers,
  loginInfoResolvers,
  membershipResolvers,
  applets,
  environments,
  packages,
  evaluations,
  proStudio,
  projects,
  recoveryResolvers,
  referenceData,
  roles,
  sessionResolvers,
  snapshots,
  solutions,
  teamEdits,
  teams,
  userEdits,
  userFields,
  users,
];

/** Mutations without an entry in the log, each with the reason: every other one must write one. */
export const UNAUDITED_MUTATIONS: Readonly<Record<string, string>> = {
  postHistorySearch: "It only reads.",
  answerConversation: "The message itself says who said what and when.",
  sendConversationFile: "The message itself says who sent what and when.",
  typeInConversation: "Nothing is stored.",
  startStreamTest: "A test run is not counted anywhere.",
  startVersionTest: "A test run is not counted anywhere.",
  setProStudioPresence: "Who has the flow open now; it is forgotten in moments.",
  leaveProStudio: "Who has the flow open now; it is forgotten in moments.",
};

/** `more` are resolvers put in place of others: for tests of what guards them. */
export async function buildApi(
  more: readonly Resolvers[] = [],
): Promise<{ schema: GraphQLSchema; resolvers: ResolverMap }> {
  const schema = buildSchema((await readSchemaFiles()).join("\n"));
  const merged: Record<string, Record<string, unknown>> = {};
  for (const domain of [...domains, ...more]) {
    for (const [type, fields] of Object.entries(domain)) {
      merged[type] = Object.assign(merged[type] ?? {}, fields);
    }
  }
  const resolvers = {
    ...scalars,
    ...merged,
    Query: guardAll(merged["Query"], guardQuery),
    Mutation: guardAll(merged["Mutation"], guardMutation),
    Subscription: guardAll(merged["Subscription"], guardSubscription),
  };
  addResolvers(schema, resolvers);
  return { schema, resolvers };
}

type Resolve = GraphQLFieldResolver<unknown, Context>;

function guardAll(
  fields: Record<string, unknown> | undefined,
  guard: (name: string, field: unknown) => unknown,
) {
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, field]) => [name, guard(name, field)]));
}

/** A root field that never asks about access is refused, even when its author forgot. */
function guardQuery(name: string, field: unknown): Resolve {
  const resolve = field as Resolve;
  return async (parent, args, ctx, info) => {
    const call = callOf(ctx);
    const result: unknown = await ctx.databaseWatch.during(() => resolve(parent, args, call, info));
    refuseUnasked(name, call);
    return result;
  };
}

function guardMutation(name: string, field: unknown): Resolve {
  const resolve = field as Resolve;
  return async (parent, args, ctx, info) => {
    const call = callOf(ctx);
    call.operation = { field: name, args, changes: 0 };
    const run = async () => {
      const result = await resolve(parent, args, call, info);
      refuseUnasked(name, call);
      refuseUnaudited(name, call);
      return result;
    };
    const userId = ownerOfKeys(ctx.viewer);
    const keyed = ctx.idempotencyKey && userId ? { key: ctx.idempotencyKey, userId } : undefined;
    // Looking for an earlier answer asks the database too.
    const result: unknown = await ctx.databaseWatch.during(() =>
      keyed ? ctx.once({ ...keyed, field: name, args }, run) : run(),
    );
    // What the mutation answers is read after it, with the rights and rows as they are now.
    ctx.loaders.clear();
    ctx.grants.forget();
    ctx.viewer.forget();
    return result;
  };
}

function guardSubscription(name: string, field: unknown) {
  const subscription = field as { subscribe: Resolve; resolve?: Resolve };
  return { ...subscription, subscribe: guardQuery(name, subscription.subscribe) };
}

function refuseUnaudited(name: string, call: Context): void {
  if (call.hasAudited || Object.hasOwn(UNAUDITED_MUTATIONS, name) || call.isReplay) return;
  throw new Error(`Mutation.${name} wrote no audit entry.`);
}

function refuseUnasked(name: string, ctx: Context): void {
  if (!ctx.viewer.hasAsked) throw new Error(`The root field ${name} never asked about access.`);
}
