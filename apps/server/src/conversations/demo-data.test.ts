import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { connectVisitor } from "./testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ withDemo: true });
});
afterAll(() => server.stop());

it("the demo's bot is valid, gets trained and answers in its visitors' own words", async () => {
  const version = () =>
    server.db
      .selectFrom("bot_versions as v")
      .innerJoin("bots as b", "b.id", "v.bot_id")
      .select(["v.trained_at", "v.validation_messages"])
      .where("b.name", "=", "Order helper")
      .executeTakeFirstOrThrow();
  expect((await version()).validation_messages).not.toContainEqual(
    expect.objectContaining({ severity: "error" }),
  );
  await expect.poll(async () => (await version()).trained_at, { timeout: 60_000 }).not.toBeNull();
  const page = await (await fetch(`${server.urls.api}/demo`)).text();
  const widgetId = /data-widget="([^"]+)"/.exec(page)?.[1];
  const visitor = connectVisitor(server.urls.api, { widgetId, pageUrl: `${server.urls.api}/demo` });
  await visitor.hears("What can I do for you?");
  visitor.say("hey, any idea when my package will come?");
  await visitor.hears("What is your order number?");
  visitor.say("nw-10235");
  await visitor.hears("Order **NW-10235** is delivered");
  await visitor.hears("Is there anything else?");
  // The number is known by now; only the day is missing.
  visitor.say("could you reschedule my delivery?");
  await visitor.hears("On which day shall we bring nw-10235?");
  visitor.say("3 December 2031 would be fine");
  await visitor.hears("Done: order **nw-10235** comes 3 December 2031 (2031-12-03)");
  visitor.close();
}, 90_000);
