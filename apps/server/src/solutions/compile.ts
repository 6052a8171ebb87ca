// A solution version as the files of a bot version: the flow, the agent and the configuration. The bot and its
// customer are made when they are missing; a bot version that went out is never written again.
import { botConfig, filePaths } from "@parley/bot-data";
import { type Flow, hash, problemToText, validate } from "@parley/flow";
import { sql } from "kysely";
import { requireRoomFor } from "#domains/accounts";
import { insertVersion, readFiles, slotsOf, writeFiles } from "#domains/bots";
import { readFlow } from "#domains/pro-studio";
import type { Tx } from "#platform/database.ts";
import { Conflict } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { publish } from "#platform/live.ts";
import { solutionSettings } from "./agent-format.ts";
import { agentOfVersion } from "./agent-of-version.ts";
import { defaultFlow } from "./default-flow.ts";
import { findSolution, findSolutionVersion, type SolutionRow, type VersionRow } from "./queries.ts";

interface CompileContext {
  readonly viewer: { readonly userId: string | undefined };
}

export interface Compiled {
  readonly botId: string;
  readonly botVersionId: string;
  /** Findings about the flow, one line each (problemToText). */
  readonly messages: string[];
  /** Of the flow as it is drawn. */
  readonly hash: number;
}

export async function compileSolutionVersion(
  tx: Tx,
  ctx: CompileContext,
  solutionVersionId: string,
): Promise<Compiled> {
  await sql`select 1 from solution_versions where id = ${solutionVersionId} for no key update`.execute(tx);
  const version = await findSolutionVersion(tx, solutionVersionId);
  const solution = version && (await findSolution(tx, version.solutionId));
  if (!version || !solution) throw new Conflict("The version was deleted in the meantime.");
  const { userId } = ctx.viewer;
  const botId = solution.botSolutionId ?? (await makeBot(tx, solution, userId));
  const drawn = await readFlow(tx, version.id);
  const flow = drawn.nodes.length > 0 ? drawn : defaultFlow(version);
  const files = filesOf(version, solution, flow);
  const botVersionId = await writeBotVersion(tx, { version, botId, files, userId });
  const messages = await flowMessages(tx, flow, version, botVersionId, botId);
  return { botId, botVersionId, messages, hash: hash(drawn) };
}

/** What is wrong or odd about the flow, seen together with the bot's intents, scripts and assets. */
export async function flowMessages(
  tx: Tx,
  flow: Flow,
  version: VersionRow,
  botVersionId: string | null,
  botId: string | null,
): Promise<string[]> {
  const paths = botVersionId
    ? (
        await tx
          .selectFrom("bot_version_files")
          .select("file_path")
          .where("version_id", "=", botVersionId)
          .execute()
      ).map((row) => row.file_path)
    : [];
  const assets = botId
    ? await tx.selectFrom("bot_assets").select("id").where("bot_id", "=", botId).execute()
    : [];
  const names = (folder: string, ending: string) =>
    paths
      .filter((path) => path.startsWith(folder))
      .flatMap((path) => [path.slice(folder.length), path.slice(folder.length, -ending.length)]);
  const problems = validate(flow, {
    solutionVersionId: version.id,
    tasks: version.tasks.map((task) => task.id),
    // Before the first sync there is no bot version to look into.
    ...(botVersionId && {
      intents: names(filePaths.intents, ".txt"),
      scripts: names(filePaths.scripts, ".js"),
      assets: assets.map((asset) => asset.id),
      variables: [...slotsOf(await readFiles(tx, botVersionId)).values()].flat().map((slot) => slot.name),
    }),
  });
  return problems.map(problemToText);
}

function filesOf(version: VersionRow, solution: SolutionRow, flow: Flow) {
  const settings = solutionSettings.parse(solution.settings);
  const config = botConfig.parse({
    language: settings.language ?? "en",
    allowedHosts: settings.allowedHosts ?? [],
    ...(version.fallbackMessage && { fallbackMessage: version.fallbackMessage }),
  });
  const nodes = flow.nodes.map((node) => ({ ...node, lastModified: null }));
  return [
    { filePath: filePaths.config, content: json(config) },
    { filePath: filePaths.flow, content: json({ nodes }) },
    { filePath: filePaths.agent, content: json(agentOfVersion(version, solution.settings)) },
  ];
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function writeBotVersion(
  tx: Tx,
  parts: {
    version: VersionRow;
    botId: string;
    files: readonly { filePath: string; content: string }[];
    userId: string | undefined;
  },
): Promise<string> {
  const { version, botId, files, userId } = parts;
  const existing = version.botSolutionVersionId;
  if (existing) {
    const stored = new Map((await readFiles(tx, existing)).map((file) => [file.filePath, file.content]));
    const changed = files.filter((file) => stored.get(file.filePath) !== file.content);
    if (changed.length === 0) return existing;
    const row = await tx
      .selectFrom("bot_versions")
      .select("locked_at")
      .where("id", "=", existing)
      .executeTakeFirst();
    if (row && !row.locked_at) {
      await writeFiles(tx, existing, changed, userId);
      return existing;
    }
  }
  const id = await insertVersion(tx, {
    botId,
    basedOn: await baseOf(tx, version, botId),
    label: `Solution version ${version.number}`,
    note: version.note,
    createdBy: userId,
  });
  await writeFiles(tx, id, files, userId);
  await tx
    .updateTable("solution_versions")
    .set({ bot_version_id: id })
    .where("id", "=", version.id)
    .execute();
  return id;
}

/** Intents, entities and scripts come along from the version this one is based on. */
async function baseOf(tx: Tx, version: VersionRow, botId: string): Promise<string | undefined> {
  const base = version.basedOn ? await findSolutionVersion(tx, version.basedOn) : undefined;
  const candidate = version.botSolutionVersionId ?? base?.botSolutionVersionId;
  if (candidate) return candidate;
  const latest = await tx
    .selectFrom("bot_versions")
    .select("id")
    .where("bot_id", "=", botId)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return latest?.id;
}

async function makeBot(tx: Tx, solution: SolutionRow, userId: string | undefined): Promise<string> {
  await sql`select 1 from solutions where id = ${solution.id} for no key update`.execute(tx);
  await requireRoomFor(tx, solution.accountId, "bots");
  const customerId = await makeCustomer(tx, solution);
  const taken = await tx.selectFrom("bots").select("name").where("customer_id", "=", customerId).execute();
  const names = new Set(taken.map((bot) => bot.name.toLowerCase()));
  let name = solution.name;
  for (let count = 2; names.has(name.toLowerCase()); count += 1)
    name = `${solution.name.slice(0, 110)} ${count}`;
  const id = newId();
  await tx
    .insertInto("bots")
    .values({
      id,
      project_id: solution.projectId,
      customer_id: customerId,
      name,
      type: "AGENT",
      created_by: userId ?? null,
    })
    .execute();
  await tx.updateTable("solutions").set({ bot_id: id }).where("id", "=", solution.id).execute();
  await publish(tx, "solution", { solutionId: solution.id });
  return id;
}

/** The customer that the project's Pro Studio setting names; made from the project when there is none. */
async function makeCustomer(tx: Tx, solution: SolutionRow): Promise<string> {
  const { rows } = await sql<{ customer_id: string | null; name: string }>`
    select t.customer_id, p.name from project_pro_studio_settings t join projects p on p.id = t.project_id
    where t.id = ${solution.projectProStudioSettingId} for no key update of t`.execute(tx);
  const setting = rows[0];
  if (setting?.customer_id) return setting.customer_id;
  const name = setting?.name ?? solution.name;
  const customers = await tx
    .selectFrom("customers")
    .select(["id", "name"])
    .where("project_id", "=", solution.projectId)
    .execute();
  // A project with one customer means that one.
  const known =
    customers.find((customer) => customer.name.toLowerCase() === name.toLowerCase()) ??
    (customers.length === 1 ? customers[0] : undefined);
  const id = known?.id ?? newId();
  if (!known) await tx.insertInto("customers").values({ id, project_id: solution.projectId, name }).execute();
  await tx
    .updateTable("project_pro_studio_settings")
    .set({ customer_id: id })
    .where("id", "=", solution.projectProStudioSettingId)
    .execute();
  return id;
}
