// Bots, their versions, and the evaluation of solutions.
import { newId } from "#platform/ids.ts";
import { writeZip } from "#platform/zip.ts";
import { upload } from "./administration.ts";
import type { Recipes } from "./recipe.ts";

const csv = "input,expected\nHello,Hi\n";

const intentFiles = ["greet", "leave"].map((name) => ({
  filePath: `intents/${name}.txt`,
  content: `${name} me now\nplease ${name}\nto ${name} or not\n`,
}));

const script = () => [upload("lookup.js", "export default () => ({ found: true });")];

export const bots: Recipes = {
  createCustomer: () => ({ customerInput: { name: "A customer of its own" } }),
  deployBotVersion: () => ({ environment: "Sandbox", force: true }),
  importEvaluationCases: () => ({ csv }),
  putVersionTrain: async (args, { call }) => {
    await call("putVersionFiles", { ...args, files: intentFiles });
    return args;
  },
  renameIntent: async (args, { call }) => {
    await call("putVersionFiles", { ...args, files: intentFiles });
    return { ...args, intent: "greet", name: "welcome" };
  },
  importIntents: () => ({ format: "CSV", content: "intent,utterance\ngreet,hello there\n" }),
  startEvaluationRun: async (args, { call }) => {
    await call("importEvaluationCases", { id: args["setId"], csv });
    return args;
  },
  importBotVersion: async () => ({
    archive: upload(
      "bot.zip",
      await writeZip(
        intentFiles.map(({ filePath, content }) => ({ name: filePath, content: Buffer.from(content) })),
      ),
    ),
  }),
  postVersionsScript: () => ({ scriptFile: script() }),
  deleteScriptById: async (args, { call }) => {
    await call("postVersionsScript", { ...args, scriptFile: script() });
    return { ...args, scriptId: "lookup.js" };
  },
  decideSupervisedUtterance: async (args, { database }) => {
    const id = newId();
    await database.client.query(
      "insert into supervised_utterances (id, bot_id, text) values ($1, $2, 'Is my bag too heavy?')",
      [id, args["botId"]],
    );
    return { ...args, id };
  },
};
