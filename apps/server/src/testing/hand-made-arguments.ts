// Arguments and rows that the schema alone cannot tell, so that every mutation that makes something can be called.
import { Readable } from "node:stream";
import { writeZip } from "#platform/zip.ts";
import { idpCertificate, idpEntityId } from "../identity/testing/saml-idp.ts";
import { aConversation } from "./conversations.ts";
import type { RolledBack } from "./rolled-back.ts";
import { providers } from "./studio.ts";

export interface Tools {
  readonly database: RolledBack;
  readonly idOf: (table: string) => Promise<string>;
  /** Another mutation, as the same person and without a key. */
  readonly call: (mutation: string, args: Arguments) => Promise<{ code: string; answer: string }>;
}

type Arguments = Readonly<Record<string, unknown>>;
type Recipe = (args: Arguments, tools: Tools) => Arguments | Promise<Arguments>;

export async function handMadeArguments(
  mutation: string,
  args: Record<string, unknown>,
  tools: Tools,
): Promise<Record<string, unknown>> {
  return { ...args, ...(await recipes[mutation]?.(args, tools)) };
}

const liveAgent = { integrationName: "Desk", callbackURL: "https://desk.example/hook" };
const csv = "input,expected\nHello,Hi\n";
const schema = { type: "object" };
const intentFiles = ["greet", "leave"].map((name) => ({
  filePath: `intents/${name}.txt`,
  content: `${name} me now\nplease ${name}\nto ${name} or not\n`,
}));
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);

/** A new stream for every reading: the same upload sent again is another stream of the same bytes. */
function upload(filename: string, content: Buffer | string) {
  return Promise.resolve({ filename, createReadStream: () => Readable.from([Buffer.from(content)]) });
}

/** The channel with all that hangs on it moves to the sandbox, where these mutations look for it. */
const inSandbox: Recipe = async (args, { database, idOf }) => {
  const pypeId = await idOf("pypes");
  await database.client.query("update pypes set environment = 'Sandbox' where id = $1", [pypeId]);
  return args;
};

const withConversation =
  (name: "id" | "conversationIds"): Recipe =>
  async (args, { database, idOf }) => {
    const projectId = await idOf("projects");
    const turns = [{ visitor: "How heavy may my bag be?", bot: "Up to 23 kg." }];
    const id = await aConversation(database, { projectId, customerId: await idOf("customers"), turns });
    return { ...args, [name]: name === "id" ? id : [id] };
  };

const recipes: Readonly<Record<string, Recipe>> = {
  createProject: async (args, { database }) => {
    const product = await database.db
      .selectFrom("products")
      .select("id")
      .where("name", "=", "analytics")
      .executeTakeFirstOrThrow();
    return { ...args, productIds: [product.id] };
  },
  createAccount: () => ({ accountName: "An organisation of its own" }),
  createCustomer: () => ({ customerInput: { name: "A customer of its own" } }),
  createCredential: () => ({ credential: { name: "Passages", llmProviderId: providers.passages } }),
  createExternalAgentLive: () => ({ agentInput: liveAgent }),
  createExternalAgentSandbox: () => ({ agentInput: liveAgent }),
  createApplet: () => ({ pkgName: "@acme/vat-check", version: "1.0.0", schema }),
  createAppletVersion: () => ({ version: "7.0.0", schema }),
  createPackage: () => ({ pkgName: "@acme/vat", version: "1.0.0", schema }),
  createStreamSandbox: inSandbox,
  postWidgetSandbox: inSandbox,
  deployBotVersion: () => ({ environment: "Sandbox", force: true }),
  publishSolutionVersion: () => ({ force: true }),
  importEvaluationCases: () => ({ csv }),
  setProjectSecret: () => ({ name: "TOKEN" }),
  startLoginMethodTest: () => ({
    connection: {
      type: "SAML",
      name: "Acme SSO",
      providerId: `saml-${"0123456789".repeat(2)}`,
      entityIssuer: idpEntityId,
      settings: { entryPoint: "https://idp.example/sso", certificates: [idpCertificate] },
    },
  }),
  putVersionTrain: async (args, { call }) => {
    await call("putVersionFiles", { ...args, files: intentFiles });
    return args;
  },
  startEvaluationRun: async (args, { call }) => {
    await call("importEvaluationCases", { id: args["setId"], csv });
    return args;
  },
  importBotVersion: () => ({
    archive: upload(
      "bot.zip",
      writeZip(
        intentFiles.map(({ filePath, content }) => ({ name: filePath, content: Buffer.from(content) })),
      ),
    ),
  }),
  postVersionsScript: () => ({
    scriptFile: [upload("lookup.js", "export default () => ({ found: true });")],
  }),
  uploadPicture: () => ({ file: upload("logo.png", onePixel) }),
  addHistoryNote: withConversation("id"),
  setConversationLabels: withConversation("id"),
  addConversationsToEvaluationSet: withConversation("conversationIds"),
};
