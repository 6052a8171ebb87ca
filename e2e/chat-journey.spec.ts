// One visitor's way through everything: an agent solution on a customer's page, a colleague in an outside system,
// the closing bot, and afterwards the console: the conversation is found, read and replayed.
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aChat, aNode, type ChatPlace } from "../apps/server/src/conversations/testing.ts";
import { anAdmin } from "../apps/server/src/testing/builders.ts";
import { startTestingModel, type TestingModel } from "../apps/server/src/testing/model.ts";
import { startTestServer, type TestServer } from "../apps/server/src/testing/server.ts";
import { aCredential, aSolution, providers, type Studio } from "../apps/server/src/testing/studio.ts";
import { saveNodes } from "../apps/server/src/pro-studio/index.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
  readonly body: { type: string; conversationId: string; text?: string; transcript?: { text: string }[] };
}

let server: TestServer;
let browser: Browser;
let model: TestingModel;
let shop: Server;
let desk: Server;
let adminId: string;
let studio: Studio;
let place: ChatPlace;
const deliveries: Delivery[] = [];

const listening = async (listener: Server, host: string) => {
  await new Promise<void>((resolve) => listener.listen(0, host, resolve));
  return (listener.address() as AddressInfo).port;
};

beforeAll(async () => {
  [server, browser, model] = await Promise.all([startTestServer(), launchBrowser(), startTestingModel()]);
  model.reply = () => ({ text: "Dogs travel for **60 euros**." });
  shop = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><html lang="en"><title>Ferries</title><h1>Ferries</h1>
      <script src="${server.urls.api}/loader.js" data-widget="${place.widgetId}" async></script>`);
  });
  desk = createServer((request, response) => {
    let raw = "";
    request.setEncoding("utf8").on("data", (part: string) => (raw += part));
    request.on("end", () => {
      deliveries.push({ headers: request.headers, raw, body: JSON.parse(raw) });
      response.end("{}");
    });
  });
  const port = await listening(shop, "localhost");
  place = await aChat(server, {
    routing: "BOT_THEN_AGENT",
    domain: { host: "localhost", port },
    pype: { integration_name: "Harbour desk" },
    endNodes: [
      aNode("start", "start", { message: "How did we do?" }),
      aNode("thanks", "end", { intent: "*", message: "Thank you, goodbye" }),
    ],
  });
  adminId = await anAdmin(server, place.accountId);
  studio = await studioIn(place);
});

afterAll(async () => {
  await browser?.close();
  await model?.stop();
  for (const listener of [shop, desk]) {
    listener.closeAllConnections();
    listener.close();
  }
  await server?.stop();
});

async function studioIn({ accountId, projectId }: ChatPlace): Promise<Studio> {
  const setting = await server.db
    .selectFrom("project_pro_studio_settings")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return {
    accountId,
    projectId,
    settingId: setting.id,
    builderId: adminId,
    adminId,
    async run<T>(source: string, variables = {}) {
      const answer = await server.graphql<T>(source, variables, { userId: adminId });
      if (answer.errors[0]) throw new Error(answer.errors[0].message);
      return answer.data;
    },
  };
}

const flow = (greeting: string) => [
  aNode("start", "start", { message: greeting, nextNodes: [{ port: "next", target: "menu" }] }),
  aNode("menu", "choice", {
    message: "What would you like?",
    nodeInput: {
      choices: [
        { id: "ask", label: "Ask something" },
        { id: "person", label: "Talk to a person" },
      ],
      retries: 0,
    },
    nextNodes: [
      { port: "ask", target: "go-on" },
      { port: "person", target: "person" },
    ],
  }),
  aNode("go-on", "message", { message: "Go ahead.", whatsNext: "listen" }),
  aNode("answer", "llm-task", {
    intent: "*",
    parameterInput: { taskId: "", prompt: "{{last.text}}", hasHistory: true, isSilent: false },
    nextNodes: [{ port: "next", target: "menu" }],
  }),
  aNode("person", "hand-off", { message: "One moment", nextNodes: [{ port: "next", target: "done" }] }),
  aNode("done", "end", { message: "", parameterInput: { outcome: "helped" } }),
];

/** Saved as a version of the solution, compiled and deployed as the console does it. */
async function publish(versionId: string, environment: "LIVE" | "SANDBOX", greeting: string): Promise<void> {
  const edits = flow(greeting).map((node) => ({
    node: { ...node, solutionVersionId: versionId },
    baseRevision: undefined,
    lastModified: undefined,
  }));
  await server.db
    .transaction()
    .execute((tx) => saveNodes(tx, versionId, edits, { userId: undefined, clientId: undefined }));
  await studio.run(
    `mutation P($id: ID!, $environment: SolutionEnvironmentsEnum!) {
      publishSolutionVersion(solutionVersionId: $id, environment: $environment, force: true) { id } }`,
    { id: versionId, environment },
  );
}

async function anAgentSolution(): Promise<void> {
  const llmCredentialId = await aCredential(studio, {
    llmProviderId: providers.openaiCompatible,
    model: "test-model",
    baseUrl: model.url,
  });
  const first = await aSolution(studio, { brandName: "Ferries", llmCredentialId });
  await publish(first.versionId, "LIVE", "Welcome aboard");
  const { createSolutionVersion: second } = await studio.run<{ createSolutionVersion: { id: string } }>(
    `mutation C($id: ID!, $version: SolutionVersionInput!) {
      createSolutionVersion(solutionId: $id, version: $version) { id } }`,
    { id: first.id, version: { basedOn: first.versionId } },
  );
  await publish(second.id, "SANDBOX", "Ahoy, welcome aboard");
  const { bot_id } = await server.db
    .selectFrom("solutions")
    .select("bot_id")
    .where("id", "=", first.id)
    .executeTakeFirstOrThrow();
  await server.db
    .updateTable("streams")
    .set({ start_chat_bot_id: bot_id })
    .where("id", "=", place.streamId)
    .execute();
}

/** Answers the token the outside system calls back with and the secret it checks signatures with. */
async function connectDesk(): Promise<{ token: string; secret: string }> {
  const { createExternalAgentLive: made } = await studio.run<{
    createExternalAgentLive: { id: string; callbackToken: string };
  }>(
    `mutation C($customerId: ID!, $projectId: ID!, $agentInput: ExternalAgentInput!) {
      createExternalAgentLive(customerId: $customerId, projectId: $projectId, agentInput: $agentInput) { id callbackToken } }`,
    {
      customerId: place.customerId,
      projectId: place.projectId,
      agentInput: {
        integrationName: "Harbour desk",
        callbackURL: `http://127.0.0.1:${await listening(desk, "127.0.0.1")}/parley`,
        integrationFields: [],
      },
    },
  );
  const { revealSigningSecret: secret } = await studio.run<{ revealSigningSecret: string }>(
    `mutation R($projectId: ID!, $id: ID!) { revealSigningSecret(projectId: $projectId, externalAgentId: $id) }`,
    { projectId: place.projectId, id: made.id },
  );
  return { token: made.callbackToken, secret };
}

const signed = ({ headers, raw }: Delivery, secret: string) => {
  const [, at, signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers["x-parley-signature"])) ?? [];
  return signature === createHmac("sha256", secret).update(`${at}.${raw}`).digest("hex");
};

test("from the first word on a customer's page to the replay in the console", async () => {
  await anAgentSolution();
  const { token, secret } = await connectDesk();
  const page = await (await browser.newContext()).newPage();
  await page.goto(`http://localhost:${(shop.address() as AddressInfo).port}/timetable`);
  const chat = page.frameLocator("iframe[title='Chat']");
  const log = chat.getByRole("log");
  const say = async (text: string) => {
    await chat.getByRole("textbox", { name: "Your message", exact: true }).fill(text);
    await chat.getByRole("textbox", { name: "Your message", exact: true }).press("Enter");
  };

  // The solution's model answers.
  await chat.getByRole("button", { name: "Open chat", exact: true }).click();
  await log.getByText("Welcome aboard", { exact: true }).waitFor();
  await chat.getByRole("button", { name: "Ask something", exact: true }).click();
  await log.getByText("Go ahead.", { exact: true }).waitFor();
  await say("What does my dog cost?");
  await log.getByText("Dogs travel for 60 euros.", { exact: true }).waitFor();

  // A colleague in the outside system takes over: told with a signature, answering with the token.
  await chat.getByRole("button", { name: "Talk to a person", exact: true }).click();
  await expect.poll(() => deliveries.map(({ body }) => body.type)).toEqual(["hand-off"]);
  const [handOff] = deliveries;
  expect(handOff && signed(handOff, secret)).toBe(true);
  const id = handOff?.body.conversationId ?? "";
  expect(handOff?.body.transcript?.map(({ text }) => text)).toContain("What does my dog cost?");
  const call = (verb: string, body: unknown) =>
    fetch(`${server.urls.api}/external-agents/v1/conversations/${id}/${verb}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    }).then((response) => response.status);
  expect(await call("messages", { id: "m1", text: "Kim here. Two dogs?", agentName: "Kim" })).toBe(200);
  await log.getByText("Kim here. Two dogs?", { exact: true }).waitFor();
  await say("Just one, thanks");
  await expect.poll(() => deliveries.at(-1)?.body.text).toBe("Just one, thanks");
  expect(await call("close", {})).toBe(200);

  // The closing bot has the last word.
  await log.getByText("How did we do?", { exact: true }).waitFor();
  await say("Very well");
  await log.getByText("Thank you, goodbye", { exact: true }).waitFor();
  await page.context().close();

  // In the console: found by its words, read, replayed against the other version.
  const console = await signedInPage(browser, server, adminId);
  await console.goto(
    `/organization/${place.accountId}/projects/${place.projectId}/customers/${place.customerId}/history?q=dog+cost`,
  );
  await console.getByText("1 conversation, newest first", { exact: true }).waitFor();
  await console.getByRole("list", { name: "Results", exact: true }).getByRole("link").click();
  const panel = console.getByRole("article", { name: "Conversation", exact: true });
  const transcript = panel.getByRole("list", { name: "Transcript", exact: true });
  await transcript.getByText("Kim here. Two dogs?", { exact: true }).waitFor();
  await transcript.getByText("Thank you, goodbye", { exact: true }).waitFor();
  await panel.getByRole("tab", { name: "Replay", exact: true }).click();
  await panel.getByText("Ahoy, welcome aboard", { exact: true }).waitFor();
  await panel.getByText(/^1 of \d+ turns is answered differently\.$/).waitFor();
  expect(console.problems).toEqual([]);
});
