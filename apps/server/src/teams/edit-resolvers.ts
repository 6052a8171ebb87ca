import { sql } from "kysely";
import { requireAccess, requireUser, viewerIn } from "#access/viewer.ts";
import { requireRoomFor } from "#domains/accounts";
import {
  type Delta,
  deltaSentence,
  deltaValues,
  fieldWords,
  hasChanges,
  nothingToAudit,
  recordAudit,
} from "#domains/audit-log";
import { announceAccessChange, keepAdministrators } from "#domains/roles";
import { findUser } from "#domains/users";
import type { Resolvers } from "#generated/resolvers.ts";
import { change } from "#platform/change.ts";
import type { Tx } from "#platform/database.ts";
import { Invalid, NotFound } from "#platform/errors.ts";
import { knownIds, optionalText, requiredText } from "#platform/input.ts";
import { newId } from "#platform/ids.ts";
import { changedFields, refuseStale } from "#platform/versions.ts";
import type { Context } from "../context.ts";
import { changeTeamAccess, type TeamChange } from "./assignments.ts";
import { manageableTeams, memberIds, requireTeamGrantable } from "./members.ts";
import { type TeamRow, teamsByIds } from "./queries.ts";
import { teamFor } from "./resolvers.ts";

export const editResolvers: Resolvers = {
  Mutation: {
    async createTeam(_, args, ctx) {
      const accountId = args.accountId ?? (await ownAccount(ctx));
      await requireAccess(ctx.viewer, "access.manage", { accountId });
      const name = requiredText("name", args.name, "a name for the team");
      const description = optionalText("description", args.description ?? "", 2_000);
      const id = await change(ctx, async (tx) => {
        await requireRoomFor(tx, accountId, "teams");
        await requireFreeName(tx, accountId, name);
        const team = { id: newId(), name, accountId };
        await tx
          .insertInto("teams")
          .values({
            id: team.id,
            account_id: accountId,
            name,
            description,
            updated_by: ctx.viewer.userId ?? null,
          })
          .execute();
        await tx
          .insertInto("team_accounts")
          .values({ team_id: team.id, account_id: accountId, is_primary_account: true })
          .execute();
        const deltas = await saveTeamAccess(tx, ctx, team, accountId, teamChange(args));
        await recordAudit(tx, ctx, {
          accountId,
          action: "team.created",
          objectType: "team",
          objectId: team.id,
          objectName: name,
          message: hasChanges(deltas)
            ? `created the team ${name} and ${deltaSentence(deltas)}`
            : `created the team ${name}`,
          after: { name, description, ...deltaValues(deltas, "added") },
        });
        return team.id;
      });
      return savedTeam(ctx, id);
    },
    async updateTeam(_, args, ctx) {
      const team = await teamFor(ctx, "access.manage", args.id);
      const accountId = args.accountId ?? team.accountId;
      if (accountId !== team.accountId) await requireAccess(ctx.viewer, "access.manage", { accountId });
      await change(ctx, async (tx) => {
        const scalars = await editScalars(tx, ctx, team.id, args);
        const deltas = await saveTeamAccess(tx, ctx, team, accountId, teamChange(args));
        await tell(tx, ctx, team, scalars, deltas);
      });
      return savedTeam(ctx, team.id);
    },
    async setTeamAccountProjectRoles(_, { teamId, projectRolesUpdate }, ctx) {
      const team = await teamFor(ctx, "access.manage", teamId);
      await change(ctx, async (tx) => {
        const deltas = await saveTeamAccess(
          tx,
          ctx,
          team,
          team.accountId,
          teamChange({ projectRolesUpdate }),
        );
        await tell(tx, ctx, team, undefined, deltas);
      });
      return savedTeam(ctx, team.id);
    },
    async deleteTeams(_, { teamIds }, ctx) {
      requireUser(ctx.viewer);
      const ids = knownIds(teamIds, "team");
      if (ids.length === 0) throw new Invalid("teamIds", "Name at least one team.");
      for (const id of ids) await teamFor(ctx, "access.manage", id);
      await change(ctx, (tx) => removeTeams(tx, ctx, ids));
      return { succeeded: true };
    },
  },
};

type Ids = readonly string[] | null | undefined;

export function teamChange(args: {
  roleIdsToAdd?: Ids;
  roleIdsToRemove?: Ids;
  projectIdsToAdd?: Ids;
  projectIdsToRemove?: Ids;
  userIdsToAdd?: Ids;
  userIdsToRemove?: Ids;
  projectRolesUpdate?: TeamChange["projectRoles"] | null | undefined;
}): TeamChange {
  return {
    rolesToAdd: knownIds(args.roleIdsToAdd, "role"),
    rolesToRemove: knownIds(args.roleIdsToRemove, "role"),
    projectsToAdd: knownIds(args.projectIdsToAdd, "project"),
    projectsToRemove: knownIds(args.projectIdsToRemove, "project"),
    usersToAdd: knownIds(args.userIdsToAdd, "user"),
    usersToRemove: knownIds(args.userIdsToRemove, "user"),
    projectRoles: args.projectRolesUpdate ?? [],
  };
}

export async function saveTeamAccess(
  tx: Tx,
  ctx: Context,
  team: { id: string; name: string; accountId: string },
  accountId: string,
  access: TeamChange,
): Promise<Delta[]> {
  const takesAway = access.rolesToRemove.length + access.usersToRemove.length > 0;
  const watched = takesAway ? await accountsOf(tx, [team.id]) : [];
  const before = await memberIds(tx, [team.id]);
  const deltas = await keepAdministrators(tx, watched, () =>
    changeTeamAccess(tx, viewerIn(tx, ctx.viewer), team, accountId, access),
  );
  await announceAccessChange(tx, [...before, ...access.usersToAdd]);
  return deltas;
}

/** All or none; the viewer must be able to give every role the teams hold. */
export async function removeTeams(tx: Tx, ctx: Context, ids: readonly string[]): Promise<void> {
  const viewer = viewerIn(tx, ctx.viewer);
  const teams = await manageableTeams(tx, viewer, ids);
  for (const team of teams) await requireTeamGrantable(tx, viewer, team.id);
  const members = await memberIds(tx, ids);
  await keepAdministrators(tx, await accountsOf(tx, ids), async () => {
    await tx
      .deleteFrom("teams")
      .where("id", "in", [...ids])
      .execute();
  });
  await announceAccessChange(tx, members);
  for (const team of teams) {
    await recordAudit(tx, ctx, {
      accountId: team.accountId,
      action: "team.deleted",
      objectType: "team",
      objectId: team.id,
      objectName: team.name,
      message: `deleted the team ${team.name}`,
      before: { name: team.name },
    });
  }
}

async function accountsOf(tx: Tx, teamIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account_id as id from team_accounts where team_id = any(${teamIds})`.execute(tx);
  return rows.map((row) => row.id);
}

interface Scalars {
  readonly name: string;
  readonly description: string;
}

async function editScalars(
  tx: Tx,
  ctx: Context,
  teamId: string,
  args: {
    name?: string | null | undefined;
    description?: string | null | undefined;
    version?: number | null | undefined;
  },
): Promise<{ before: Partial<Scalars>; after: Partial<Scalars> } | undefined> {
  const { rows } = await sql<
    Scalars & { version: number; updatedAt: Date; updatedByName: string | null; accountId: string }
  >`
    select t.name, t.description, t.version, t.updated_at as "updatedAt", t.account_id as "accountId",
      (select first_name || ' ' || last_name from users where id = t.updated_by) as "updatedByName"
    from teams t where t.id = ${teamId} for no key update of t`.execute(tx);
  const stored = rows[0];
  if (!stored) throw new NotFound("team");
  const changes = changedFields<Scalars>(stored, {
    ...(args.name != null && { name: requiredText("name", args.name, "a name for the team") }),
    ...(args.description != null && { description: optionalText("description", args.description, 2_000) }),
  });
  if (Object.keys(changes).length === 0) return undefined;
  refuseStale(args.version, { ...stored, updatedByName: stored.updatedByName ?? undefined }, changes);
  if (changes.name !== undefined) await requireFreeName(tx, stored.accountId, changes.name, teamId);
  await tx
    .updateTable("teams")
    .set({
      ...changes,
      version: stored.version + 1,
      updated_at: new Date(),
      updated_by: ctx.viewer.userId ?? null,
    })
    .where("id", "=", teamId)
    .execute();
  return {
    before: {
      ...(changes.name !== undefined && { name: stored.name }),
      ...(changes.description !== undefined && { description: stored.description }),
    },
    after: changes,
  };
}

async function requireFreeName(tx: Tx, accountId: string, name: string, exceptId?: string): Promise<void> {
  // Two who take the same name at once take turns: the second is told which field is wrong.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`team names ${accountId}`}, 0))`.execute(tx);
  const { rows } =
    await sql`select 1 from teams where account_id = ${accountId} and lower(name) = lower(${name})
    and (${exceptId ?? null}::uuid is null or id <> ${exceptId ?? null}::uuid)`.execute(tx);
  if (rows.length > 0) throw new Invalid("name", "There is a team with this name already.");
}

async function tell(
  tx: Tx,
  ctx: Context,
  team: TeamRow,
  scalars: { before: Partial<Scalars>; after: Partial<Scalars> } | undefined,
  deltas: readonly Delta[],
): Promise<void> {
  if (!scalars && !hasChanges(deltas)) return nothingToAudit(ctx);
  if (!scalars) await sql`update teams set updated_at = now() where id = ${team.id}`.execute(tx);
  const fields = Object.keys(scalars?.after ?? {});
  const parts = [fields.length > 0 ? `changed ${fieldWords(fields)}` : "", deltaSentence(deltas)].filter(
    Boolean,
  );
  await recordAudit(tx, ctx, {
    accountId: team.accountId,
    action: "team.updated",
    objectType: "team",
    objectId: team.id,
    objectName: scalars?.after.name ?? team.name,
    message: `${parts.join("; ")} for the team ${scalars?.after.name ?? team.name}`,
    before: { ...scalars?.before, ...deltaValues(deltas, "removed") },
    after: { ...scalars?.after, ...deltaValues(deltas, "added") },
  });
}

async function ownAccount(ctx: Context): Promise<string> {
  const user = await findUser(ctx.db, requireUser(ctx.viewer));
  if (!user?.defaultAccountId) throw new Invalid("accountId", "Say which organisation the team belongs to.");
  return user.defaultAccountId;
}

async function savedTeam(ctx: Context, id: string): Promise<TeamRow> {
  const [team] = await teamsByIds(ctx.db, [id]);
  if (!team) throw new NotFound("team");
  return team;
}
