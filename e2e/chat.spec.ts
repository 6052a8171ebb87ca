// A customer's page on another origin with the loader on it, and visitors who use the chat there.
import type { Browser, FrameLocator, Page } from "playwright-core";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aChat, aNode } from "../apps/server/src/conversations/testing.ts";
import { aUser } from "../apps/server/src/testing/builders.ts";
import { startTestServer, type TestServer } from "../apps/server/src/testing/server.ts";
import { launchBrowser } from "./testing/browser.ts";
import { expectNoAxeViolations } from "./testing/accessibility.ts";
import { xssPayloads } from "./testing/xss-payloads.ts";

let server: TestServer;
let browser: Browser;
let shop: Server;
let shopPort: number;
let widgetOnPage = "";

beforeAll(async () => {
  server = await startTestServer();
  browser = await launchBrowser();
  shop = createServer((request, response) => {
    const isRightToLeft = request.url?.endsWith("?rtl") ?? false;
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><html ${isRightToLeft ? 'lang="ar" dir="rtl"' : 'lang="en"'}><meta name="color-scheme" content="light dark"><title>Shop</title><h1>Shop</h1><script src="${server.urls.api}/loader.js" data-widget="${widgetOnPage}" async></script>`,
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, "localhost", resolve));
  shopPort = (shop.address() as AddressInfo).port;
});
afterAll(async () => {
  await browser.close();
  shop.closeAllConnections();
  shop.close();
  await server.stop();
});

// An address belongs to one project, so every test has a folder of its own.
let folders = 0;
const domain = () => ({ host: "localhost", port: shopPort, pathPrefix: `/shop-${++folders}` });
const shopUrl = () => `http://localhost:${shopPort}/shop-${folders}/orders`;
const frameOf = (page: Page): FrameLocator => page.frameLocator("iframe[title='Chat']");

async function visit(widgetId: string): Promise<{ page: Page; chat: FrameLocator }> {
  widgetOnPage = widgetId;
  const context = await browser.newContext();
  const page = await context.newPage();
  if (process.env["TEST_LOG"]) page.on("console", (line) => console.log(line.text()));
  await page.goto(shopUrl());
  return { page, chat: frameOf(page) };
}

const shopFlow = [
  aNode("start", "start", {
    message: "Welcome to the **shop**",
    nextNodes: [{ port: "next", target: "menu" }],
  }),
  aNode("menu", "choice", {
    message: "What now?",
    nodeInput: {
      choices: [
        { id: "form", label: "Leave your number" },
        { id: "person", label: "A person" },
      ],
      retries: 0,
    },
    nextNodes: [
      { port: "form", target: "form" },
      { port: "person", target: "person" },
    ],
  }),
  aNode("form", "rich-asset", {
    richAssetType: "form",
    richAssetContent: {
      title: "Call me back",
      fields: [{ name: "phone", label: "Phone", type: "tel", isRequired: true }],
      submitLabel: "Send it",
    },
    nextNodes: [{ port: "next", target: "thanks" }],
  }),
  aNode("thanks", "message", { message: "We call you.", whatsNext: "listen" }),
  aNode("person", "hand-off", { message: "One moment", nextNodes: [{ port: "next", target: "back" }] }),
  aNode("back", "message", { message: "Nice talking", whatsNext: "listen" }),
  aNode("echo", "message", { intent: "*", message: "You said: {{last.text}}", whatsNext: "listen" }),
];

// Where a reader sees a sign, next to the words it belongs to.
const whereThingsStand = `(() => {
  const find = (words) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.data === words) return walker.currentNode;
  };
  const left = (node, at) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().left;
  };
  const order = (words, sign, letter) => {
    const node = find(words);
    return left(node, words.indexOf(sign)) < left(node, words.indexOf(letter)) ? "before" : "after";
  };
  const title = document.querySelector("h1 bdi").getBoundingClientRect();
  const header = document.querySelector("header").getBoundingClientRect();
  const box = document.querySelector("textarea");
  const directionOf = (words) => {
    box.value = words;
    box.dispatchEvent(new Event("input"));
    return getComputedStyle(box).direction;
  };
  return {
    questionMark: order("What now?", "?", "W"),
    plusSign: order("+46 8 123 456", "+", "4"),
    title: header.right - title.right < title.left - header.left ? "right" : "left",
    arrow: getComputedStyle(document.querySelector(".icon-send")).transform,
    writing: ["hello", "مرحبا", ""].map(directionOf),
  };
})()`;

/** As a proxy does that knows nothing but requests and answers. */
const withoutSockets = `window.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  constructor() {
    window.dialled = true;
    setTimeout(() => this.onclose(), 1);
  }
};`;

describe("the chat on a customer's page", () => {
  it("draws nothing around its button, on a page in dark colours too", async () => {
    const { widgetId } = await aChat(server, { nodes: shopFlow, domain: domain() });
    const { page, chat } = await visit(widgetId);
    await page.emulateMedia({ colorScheme: "dark" });
    await chat.getByRole("button", { name: "Open chat" }).waitFor();
    const frame = page.locator("iframe[title='Chat']");
    const { x, y } = (await frame.boundingBox()) ?? { x: 0, y: 0 };
    const corner = { clip: { x, y, width: 8, height: 8 } };
    const withChat = await page.screenshot(corner);
    await page.evaluate(`document.querySelector("iframe[title='Chat']").remove()`);
    expect(withChat.equals(await page.screenshot(corner))).toBe(true);
  });

  it("opens, answers, survives a reload and reaches a person at the desk", async () => {
    const place = await aChat(server, { nodes: shopFlow, domain: domain(), routing: "BOT_THEN_AGENT" });
    const { page, chat } = await visit(place.widgetId);
    await chat.getByRole("button", { name: "Open chat" }).click();
    await chat.getByText("Welcome to the shop").waitFor();
    expect(await chat.locator("strong").first().textContent()).toBe("shop");
    await chat.getByRole("button", { name: "Leave your number" }).click();
    await chat.getByLabel("Phone").fill("+46 8 123 456");
    await chat.getByRole("button", { name: "Send it" }).click();
    await chat.getByText("We call you.").waitFor();
    await chat.getByRole("textbox", { name: "Your message" }).fill("hello there");
    await chat.getByRole("textbox", { name: "Your message" }).press("Enter");
    await chat.getByText("You said: hello there").waitFor();
    await expectNoAxeViolations(page);

    await page.reload();
    await chat.getByRole("button", { name: /Open chat/ }).click();
    await chat.getByText("You said: hello there").waitFor();
    expect(await chat.getByText("We call you.").count()).toBe(1);
    // The form shows what was answered, and takes no second answer.
    const phone = chat.getByRole("textbox", { name: "Phone", exact: true });
    expect([await phone.inputValue(), await phone.isDisabled()]).toEqual(["+46 8 123 456", true]);
    expect(await chat.locator("dl").innerText()).toBe("Phone\n+46 8 123 456");
    const rows = await server.db.selectFrom("conversations").select("id").execute();
    expect(rows).toHaveLength(1);

    // On a page that is read from right to left the chat is too: what the visitor said stands on the left.
    await page.goto(`${shopUrl()}?rtl`);
    await chat.getByRole("button", { name: /Open chat/ }).click();
    const own = await chat.getByText("hello there", { exact: true }).boundingBox();
    const answer = await chat.getByText("You said: hello there").boundingBox();
    expect(own && answer && own.x < answer.x).toBe(true);
    // Words and numbers keep their own direction, and the title begins where the page's lines do.
    const frame = page.frames().find((each) => each.url().startsWith(server.urls.api));
    expect(await frame?.evaluate(whereThingsStand)).toEqual({
      questionMark: "after",
      plusSign: "before",
      title: "right",
      arrow: "matrix(-1, 0, 0, 1, 0, 0)",
      writing: ["ltr", "rtl", "rtl"],
    });

    const id = rows[0]?.id;
    const agent = await aUser(server, {
      accountId: place.accountId,
      roleKeys: ["agent_assist_agent"],
      firstName: "Nadia",
    });
    await server.graphql(
      `mutation A($projectId: ID!, $id: ID!) { answerConversation(projectId: $projectId, id: $id, text: "Hello, this is Nadia", clientMessageId: "a1") { id } }`,
      { projectId: place.projectId, id },
      { userId: agent },
    );
    await chat.getByText("Nadia has joined.").waitFor();
    await chat.getByText("Hello, this is Nadia").waitFor();
    await chat.getByText("You are talking to a person").waitFor();

    await chat.getByRole("button", { name: "Minimise chat" }).click();
    await server.graphql(
      `mutation A($projectId: ID!, $id: ID!) { answerConversation(projectId: $projectId, id: $id, text: "Still there?", clientMessageId: "a2") { id } }`,
      { projectId: place.projectId, id },
      { userId: agent },
    );
    await chat.getByRole("button", { name: "Open chat, 1 new messages" }).waitFor();
    await page.context().close();
  });

  it("talks by plain requests where websockets are blocked, and is quick to do so on the next page", async () => {
    const place = await aChat(server, { nodes: shopFlow, domain: domain() });
    widgetOnPage = place.widgetId;
    const context = await browser.newContext();
    await context.addInitScript(withoutSockets);
    const page = await context.newPage();
    await page.goto(shopUrl());
    const chat = frameOf(page);
    const box = chat.getByRole("textbox", { name: "Your message", exact: true });
    await chat.getByRole("button", { name: "Open chat", exact: true }).click();
    await chat.getByRole("button", { name: "Leave your number", exact: true }).click();
    await chat.getByRole("textbox", { name: "Phone", exact: true }).fill("12");
    await chat.getByRole("button", { name: "Send it", exact: true }).click();
    await chat.getByText("We call you.", { exact: true }).waitFor();
    await box.fill("hello there");
    await box.press("Enter");
    await chat.getByText("You said: hello there").waitFor();
    await page.reload();
    await chat.getByRole("button", { name: /Open chat/ }).click();
    await box.fill("still here");
    await box.press("Enter");
    await chat.getByText("You said: still here").waitFor();
    expect(await chat.getByText("You said: hello there").count()).toBe(1);
    const frame = page.frames().find((each) => each.url().startsWith(server.urls.api));
    // Nothing was tried that had failed before, nor is it for another conversation on this page.
    await chat.getByRole("button", { name: "More", exact: true }).click();
    await chat.getByRole("menuitem", { name: "End conversation" }).click();
    await chat.getByRole("button", { name: "Start a new conversation", exact: true }).click();
    await chat.getByText("You said: still here").waitFor({ state: "detached" });
    await chat.getByRole("button", { name: "Leave your number", exact: true }).waitFor();
    expect(await frame?.evaluate("window.dialled")).toBeUndefined();
    await context.close();
  });

  it("does not open on a page that is not listed, and the install check says where that was", async () => {
    const { widgetId } = await aChat(server, { domain: { host: "shop.example", port: null } });
    const { page } = await visit(widgetId);
    await page.waitForTimeout(500);
    const text = await page
      .frames()[1]
      ?.evaluate("document.body?.innerText ?? ''")
      .catch(() => "");
    expect(String(text)).not.toContain("Welcome");
    const seen = await server.db
      .selectFrom("widget_sightings")
      .select(["page_url", "is_allowed"])
      .where("widget_id", "=", widgetId)
      .execute();
    expect(seen).toEqual([{ page_url: shopUrl(), is_allowed: false }]);
    await page.context().close();
  });

  it(`shows ${xssPayloads.length} attacks as the text they are`, async () => {
    const half = Math.floor(xssPayloads.length / 2);
    const cards = xssPayloads.slice(0, half).map((text, index) => ({
      title: text,
      text,
      imageUrl: text,
      imageAlt: text,
      buttons: [
        { id: `b${index}`, label: text, action: "url", value: text },
        { id: `c${index}`, label: text, action: "reply", value: text },
      ],
    }));
    const place = await aChat(server, {
      domain: domain(),
      nodes: [
        aNode("start", "start", {
          message: xssPayloads.slice(half).join("\n\n").slice(0, 19_000),
          cssClassname: `x" onmouseover="window.__xss=1`,
          richAssetType: "carousel",
          richAssetContent: { cards: cards.slice(0, 20) },
        }),
      ],
    });
    await server.db
      .updateTable("widgets")
      .set({
        style: JSON.stringify({
          title: "<img src=x onerror=window.__xss=1>",
          color: "red;background:url(//evil.example)",
          subtitle: "</script><script>window.__xss=1</script>",
        }),
      })
      .where("id", "=", place.widgetId)
      .execute();
    const { page, chat } = await visit(place.widgetId);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    await chat.getByRole("button", { name: "Open chat" }).click();
    await chat.locator(".carousel").waitFor();
    // Every payload also comes back as what a visitor said and as a bot's words.
    const conversation = await server.db
      .selectFrom("conversations")
      .select(["id", "customer_id", "last_sequence"])
      .where("widget_id", "=", place.widgetId)
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto("conversation_messages")
      .values(
        xssPayloads.map((text, index) => ({
          conversation_id: conversation.id,
          sequence: conversation.last_sequence + index + 1,
          customer_id: conversation.customer_id,
          author: ["visitor", "bot", "agent", "system"][index % 4] ?? "bot",
          author_name: text.slice(0, 200),
          content: JSON.stringify(
            index % 4 === 3
              ? { type: "notice", code: "x", text }
              : {
                  type: "text",
                  text,
                  cssClassname: text,
                  sources: [{ title: text, passage: text, fileId: text }],
                },
          ),
          text,
        })),
      )
      .execute();
    await server.db
      .updateTable("conversations")
      .set({ last_sequence: conversation.last_sequence + xssPayloads.length })
      .where("id", "=", conversation.id)
      .execute();
    await page.reload();
    await chat.getByRole("button", { name: /Open chat/ }).click();
    await expect
      .poll(() => chat.locator(".message, .notice").count(), { timeout: 20_000 })
      .toBeGreaterThan(xssPayloads.length);
    const frame = page.frames().find((each) => each.url().startsWith(server.urls.api));
    for (const button of await chat.locator(".log button, .log summary").all())
      await button.dispatchEvent("mouseover");
    expect(
      await frame?.evaluate(
        "[window.__xss, document.querySelectorAll('.log script, .log iframe, .log object, .log embed, .log svg, .log form, .log style, .log link').length, [...document.querySelectorAll('.log *')].flatMap((e) => e.getAttributeNames().filter((n) => n.startsWith('on') || n === 'style' || n === 'srcdoc'))]",
      ),
    ).toEqual([undefined, 0, []]);
    const links = await frame?.evaluate(
      "[...document.querySelectorAll('.log a[href]')].map((a) => a.protocol)",
    );
    for (const protocol of links as string[])
      expect(["http:", "https:", "mailto:", "tel:"]).toContain(protocol);
    expect(await page.evaluate("window.__xss")).toBeUndefined();
    const foreign = requests.filter(
      (url) =>
        !url.startsWith(server.urls.api) &&
        !url.startsWith(`http://localhost:${shopPort}`) &&
        !url.startsWith("https:") &&
        !url.startsWith("blob:"),
    );
    expect(foreign).toEqual([]);
    await page.context().close();
  }, 120_000);
});
