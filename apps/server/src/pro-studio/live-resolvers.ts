// What the designer hears while it is open: changed nodes of others, and who else is there.
import { sql } from "kysely";
import { requireUser } from "#access/viewer.ts";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import { Invalid } from "#platform/errors.ts";
import { publish } from "#platform/live.ts";
import { type Context, watch } from "../context.ts";
import { ownerFor } from "./find.ts";
import { listNodes, listPresence } from "./queries.ts";

type Mutations = NonNullable<Resolvers["Mutation"]>;
type Subscriptions = NonNullable<Resolvers["Subscription"]>;

const topic = "pro-studio-presence";

export const presenceMutations = {
  async setProStudioPresence(_, { solutionVersionId, clientId, nodeIds }, ctx) {
    await ownerFor(ctx, "solution.read", solutionVersionId);
    if (clientId === "" || clientId.length > 64)
      throw new Invalid("clientId", "A tab's name has 1 to 64 characters.");
    const open = nodeIds.slice(0, 100).map((id) => id.slice(0, 100));
    await change(ctx, async (tx) => {
      await sql`insert into pro_studio_presence (solution_version_id, user_id, client_id, node_ids)
        values (${solutionVersionId}, ${requireUser(ctx.viewer)}, ${clientId}, ${open})
        on conflict (solution_version_id, user_id, client_id) do update set node_ids = excluded.node_ids, seen_at = now()`.execute(
        tx,
      );
      await sql`delete from pro_studio_presence
        where solution_version_id = ${solutionVersionId} and seen_at < now() - interval '5 minutes'`.execute(
        tx,
      );
      await publish(tx, topic, { solutionVersionId });
    });
    return true;
  },
  async leaveProStudio(_, { solutionVersionId, clientId }, ctx) {
    await ownerFor(ctx, "solution.read", solutionVersionId);
    await change(ctx, async (tx) => {
      await sql`delete from pro_studio_presence where solution_version_id = ${solutionVersionId}
        and user_id = ${requireUser(ctx.viewer)} and client_id = ${clientId}`.execute(tx);
      await publish(tx, topic, { solutionVersionId });
    });
    return true;
  },
} satisfies Mutations;

interface Told {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
  readonly clientId: string | null;
  readonly userId: string | null;
}

export const subscriptions = {
  proStudioChanges: {
    async subscribe(_, { solutionVersionId }, ctx) {
      await ownerFor(ctx, "solution.read", solutionVersionId);
      const waiting: Told[] = [];
      let isFirst = true;
      return watch(ctx, ["pro-studio-nodes"], {
        isRelevant({ payload }) {
          if (payload["solutionVersionId"] !== solutionVersionId) return false;
          waiting.push(toldBy(payload));
          return true;
        },
        async read() {
          await ownerFor(ctx, "solution.read", solutionVersionId);
          // One event per saved call, so that each has one author.
          const told = waiting.shift();
          const first = isFirst;
          isFirst = false;
          return {
            proStudioChanges: {
              solutionVersionId,
              changed: told ? await listNodes(ctx.db, solutionVersionId, told.changed) : [],
              deleted: told ? [...told.deleted] : [],
              clientId: told?.clientId ?? null,
              who: told?.userId ? await nameOf(ctx, told.userId) : null,
              isFirst: first,
            },
          };
        },
      });
    },
  },
  proStudioPresence: {
    async subscribe(_, { solutionVersionId }, ctx) {
      await ownerFor(ctx, "solution.read", solutionVersionId);
      return watch(ctx, [topic], {
        isRelevant: ({ payload }) => payload["solutionVersionId"] === solutionVersionId,
        async read() {
          await ownerFor(ctx, "solution.read", solutionVersionId);
          return { proStudioPresence: await listPresence(ctx.db, solutionVersionId) };
        },
      });
    },
  },
} satisfies Subscriptions;

function toldBy(payload: Record<string, unknown>): Told {
  const { changed, deleted, clientId, userId } = payload;
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  return {
    changed: texts(changed),
    deleted: texts(deleted),
    clientId: typeof clientId === "string" ? clientId : null,
    userId: typeof userId === "string" ? userId : null,
  };
}

async function nameOf(ctx: Context, userId: string): Promise<string | null> {
  const user = await ctx.db
    .selectFrom("users")
    .select(["first_name", "last_name"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user ? `${user.first_name} ${user.last_name}` : null;
}
