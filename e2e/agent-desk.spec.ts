// A visitor asks for a person; a colleague at the desk takes over, answers and closes.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aChat, aNode, connectVisitor } from "../apps/server/src/conversations/testing.ts";
import type { ChatPlace, VisitorClient } from "../apps/server/src/conversations/testing.ts";
import { aUser } from "../apps/server/src/testing/builders.ts";
import { startTestServer } from "../apps/server/src/testing/server.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";
import { expectAccessibleInBothSchemes } from "./testing/accessibility.ts";
import { launchBrowser } from "./testing/browser.ts";
import { signedInPage } from "./testing/signed-in-page.ts";

let server: TestServer;
let browser: Browser;
let place: ChatPlace;
let deskUrl: string;

const nodes = [
  aNode("start", "start", { message: "Ahoy" }),
  aNode("human", "hand-off", {
    intent: "*",
    message: "One moment",
    parameterInput: { team: "care", note: "Wants a person" },
  }),
];

beforeAll(async () => {
  [server, browser] = await Promise.all([startTestServer(), launchBrowser()]);
  place = await aChat(server, { nodes, routing: "BOT_THEN_AGENT" });
  deskUrl = `/organization/${place.accountId}/projects/${place.projectId}/desk`;
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function waitingVisitor(words: string): Promise<VisitorClient> {
  const visitor = connectVisitor(server.urls.api, {
    widgetId: place.widgetId,
    visitorId: `visitor-${words.length}`,
  });
  await visitor.next("welcome");
  visitor.say(words);
  await visitor.hears("One moment");
  return visitor;
}

// As text: it runs in the page.
const belowTheLog = `(() => {
  const log = document.querySelector("[role=log]");
  if (log.scrollHeight <= log.clientHeight) return "nothing to scroll";
  return log.scrollHeight - log.scrollTop - log.clientHeight < 2 ? "read to the end" : "more below";
})()`;

test("a visitor who asks for a person appears at once, is answered with a canned reply, and is let go", async () => {
  const agent = await aUser(server, {
    accountId: place.accountId,
    roleKeys: ["agent_assist_agent"],
    firstName: "Nadia",
  });
  const page = await signedInPage(browser, server, agent);
  await page.goto(deskUrl);
  await page.getByText("Nobody waits").waitFor();
  await page.getByRole("button", { name: "Canned replies" }).click();
  await page.getByLabel("Title").fill("Greeting");
  await page.getByLabel("Text").fill("Hello, this is the ferry desk.");
  await page.getByRole("button", { name: "Save reply" }).click();
  await page.getByRole("listitem").getByText("Greeting").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();

  // Nobody reloads: the desk hears of it.
  const visitor = await waitingVisitor("my bag is lost");
  await page.getByRole("navigation", { name: "Waiting" }).getByRole("button").click();
  await page.getByRole("log").getByText("my bag is lost").waitFor();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole("button", { name: "Take over" }).click();
  await visitor.hears("Nadia has joined");
  await page.getByRole("navigation", { name: "Mine" }).getByRole("button").waitFor();

  // What is half written waits while one looks elsewhere, and what is typed while a message is on its way stays.
  const answer = page.getByRole("textbox", { name: "Answer", exact: true });
  await answer.fill("Let me look");
  await page.reload();
  expect(await answer.inputValue()).toBe("Let me look");
  const gate = Promise.withResolvers<void>();
  await page.route("**/v1/graphql", async (route) => {
    if (route.request().postData()?.includes("mutation AnswerConversation")) await gate.promise;
    await route.continue();
  });
  await answer.press("Enter");
  await answer.press("End");
  await answer.pressSequentially(" at the list");
  gate.resolve();
  await visitor.hears("Let me look");
  await expect.poll(() => answer.inputValue()).toBe("at the list");
  await answer.fill("");
  await page.getByRole("button", { name: "Canned reply" }).click();
  await page.getByRole("menuitem", { name: "Greeting" }).click();
  await answer.press("Enter");
  await visitor.hears("Hello, this is the ferry desk.");
  visitor.say("it is red");
  await page.getByRole("log").getByText("it is red").waitFor();
  // Who reads the end still does when there is less room.
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width, height: 480 });
  await expect.poll(() => page.evaluate(belowTheLog)).toBe("read to the end");
  await page.setViewportSize({ width, height });
  await page.getByLabel("New note").fill("Red bag, pier 3");
  await page.getByRole("button", { name: "Add note" }).click();
  await page.getByRole("complementary", { name: "About the visitor" }).getByText("Red bag, pier 3").waitFor();
  await expectAccessibleInBothSchemes(page);

  await page.getByRole("button", { name: "Close conversation" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close conversation" }).click();
  await page.getByText("This conversation has ended.").waitFor();
  expect(page.problems).toEqual([]);
  visitor.close();
}, 120_000);

test("who comes second is told that a colleague was faster and may be handed it; who may not answer is told so", async () => {
  const [first, second, builder] = await Promise.all([
    aUser(server, { accountId: place.accountId, roleKeys: ["agent_assist_agent"], firstName: "Ola" }),
    aUser(server, { accountId: place.accountId, roleKeys: ["agent_assist_agent"], firstName: "Per" }),
    aUser(server, { accountId: place.accountId, roleKeys: ["pro_studio_builder"] }),
  ]);
  const visitor = await waitingVisitor("hello there, anybody");
  const { id } = await server.db
    .selectFrom("conversations")
    .select("id")
    .where("status", "=", "WAITING")
    .executeTakeFirstOrThrow();
  const page = await signedInPage(browser, server, second);
  // The second one acts on what they still see.
  await page.route("**/v1/graphql", async (route) => {
    const body = route.request().postData() ?? "";
    if (body.includes("mutation ClaimConversation")) {
      await server.graphql(
        `mutation C($projectId: ID!, $id: ID!) { claimConversation(projectId: $projectId, id: $id) { id } }`,
        { projectId: place.projectId, id },
        { userId: first },
      );
    }
    await route.continue();
  });
  await page.goto(`${deskUrl}?conversation=${id}`);
  await page.getByRole("button", { name: "Take over" }).click();
  await page.getByRole("alert").getByText("colleague has taken").waitFor();
  await page.getByText("A colleague answers.").waitFor();

  // Whoever has it hands it on, and the other may answer without a reload.
  const owner = await signedInPage(browser, server, first);
  await owner.goto(`${deskUrl}?conversation=${id}&view=MINE`);
  await owner.getByRole("button", { name: "Hand to a colleague" }).click();
  await owner.getByRole("combobox", { name: "Colleague" }).fill("per");
  await owner.getByRole("option", { name: /^Per / }).click();
  await expectAccessibleInBothSchemes(owner);
  await owner.getByRole("dialog").getByRole("button", { name: "Hand over" }).click();
  await owner.getByText("A colleague answers.").waitFor();
  await page.getByRole("textbox", { name: "Answer" }).waitFor();
  await visitor.hears("Per has joined");

  const other = await signedInPage(browser, server, builder);
  await other.goto(deskUrl);
  await other.getByRole("alert").first().waitFor();
  expect(await other.getByRole("navigation", { name: "Waiting" }).count()).toBe(0);
  visitor.close();
}, 120_000);
