import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ withDemo: true });
});
afterAll(() => server.stop());

it("the demo has an applet that runs on a page of this machine, and one by the clock", async () => {
  const url = encodeURIComponent("http://localhost:4000/pricing");
  const response = await fetch(`${server.urls.api}/applets/page?url=${url}`, {
    headers: { origin: "http://localhost:4000" },
  });
  expect(await response.json()).toMatchObject({
    applets: [
      {
        name: "Greet visitors",
        triggers: [{ kind: "page-view" }],
        actions: [{ kind: "show-banner" }, {}, {}],
      },
    ],
  });
  const { rows } = await server.services.pool.query<{ next_at: Date }>(
    "select next_at from applet_schedules",
  );
  expect(rows).toHaveLength(1);
});
