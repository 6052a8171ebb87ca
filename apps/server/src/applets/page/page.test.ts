import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { anInstance, aPlace, step } from "../testing.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const welcome = {
  triggers: [step("page-view", { urls: ["/shop/*"] })],
  condition: { options: { all: [{ fact: "page.path", operator: "startsWith", value: "/shop" }] } },
  actions: [step("show-banner", { text: "Hello {{page.host}}" })],
};

describe("what a page may read", () => {
  it("leaves out options of server actions, settings and people, whichever way it asks", async () => {
    const place = await aPlace(server);
    await server.graphql(
      `mutation UpdateProjectEnvironmentConfig($projectId: ID!, $id: ID!) { updateProjectEnvironmentConfig(projectId: $projectId, projectEnvironmentConfigId: $id, domains: [{ url: "https://page.example" }], description: "internal words") { id } }`,
      { projectId: place.projectId, id: place.live },
      { userId: place.userId },
    );
    await anInstance(server, place, {
      name: "Both",
      description: "internal words",
      options: { greeting: "Hi", hidden: "inner-setting" },
      triggers: [step("page-view"), step("webhook")],
      actions: [
        step("show-banner", { text: "{{settings.greeting}}" }),
        step("send-email", { to: "boss@inner.example", subject: "s", text: "t" }),
      ],
    });
    await anInstance(server, place, { name: "Paused", ...welcome, status: "PAUSED" });
    const byGraphql = await server.graphql<{
      projectEnvironmentConfigByDomain: { appletInstances: { name: string }[] };
    }>(
      /* GraphQL */ `
        query GetProjectEnvironmentConfigByDomain($url: String!) {
          projectEnvironmentConfigByDomain(url: $url) {
            description
            appletInstances {
              name
              description
              options
              updatedByUser {
                firstName
              }
              triggers {
                options
                webhook {
                  url
                }
              }
              actions {
                name
                options
              }
            }
          }
        }
      `,
      { url: "https://page.example/x" },
    );
    expect(byGraphql.data.projectEnvironmentConfigByDomain.appletInstances.map((it) => it.name)).toEqual([
      "Both",
    ]);
    const response = await fetch(
      `${server.urls.api}/applets/page?url=${encodeURIComponent("https://page.example/x")}`,
      { headers: { origin: "https://page.example" } },
    );
    const byLoader = (await response.json()) as { applets: unknown[] };
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(byLoader.applets).toMatchObject([
      { name: "Both", actions: [{ options: { text: "Hi" } }, { isServer: true }] },
    ]);
    for (const answer of [byGraphql.data, byLoader]) {
      expect(JSON.stringify(answer)).not.toMatch(/inner|internal|webhooks|First\d/);
    }
    // Another site cannot ask in this one's name.
    const other = await fetch(
      `${server.urls.api}/applets/page?url=${encodeURIComponent("https://page.example/x")}`,
      { headers: { origin: "https://evil.example" } },
    );
    expect(await other.json()).toMatchObject({ applets: [] });
  });

  it("and reports are taken only from its own origin, well formed, and not too often", async () => {
    const place = await aPlace(server);
    await server.graphql(
      `mutation UpdateProjectEnvironmentConfig($projectId: ID!, $id: ID!) { updateProjectEnvironmentConfig(projectId: $projectId, projectEnvironmentConfigId: $id, domains: [{ url: "https://tell.example" }]) { id } }`,
      { projectId: place.projectId, id: place.live },
      { userId: place.userId },
    );
    const instance = await anInstance(server, place, {
      name: "Told",
      triggers: [step("page-view", { urls: ["/shop/*"] })],
      actions: [step("set-variable", { name: "v", value: "{{page.path}}" })],
    });
    const run = (path: string, key: string) => ({
      appletId: instance.id,
      version: 1,
      triggerId: instance.triggers[0]?.id,
      key,
      event: { kind: "page-view", page: { url: `https://tell.example${path}`, path } },
      actions: [],
    });
    const tell = async (origin: string | undefined, runs: unknown[]) => {
      const response = await fetch(`${server.urls.api}/applets/runs`, {
        method: "POST",
        headers: { "content-type": "text/plain", ...(origin && { origin }) },
        body: JSON.stringify({ url: "https://tell.example/shop/", runs }),
      });
      return [response.status, ((await response.json()) as { accepted?: number }).accepted];
    };
    expect(await tell("https://evil.example", [run("/shop/a", "key-00001")])).toEqual([403, undefined]);
    expect(await tell(undefined, [run("/shop/a", "key-00001")])).toEqual([403, undefined]);
    expect(await tell("https://tell.example", [{ wrong: true }])).toEqual([400, undefined]);
    expect(
      await tell("https://tell.example", [run("/shop/a", "key-00001"), run("/shop/a", "key-00001")]),
    ).toEqual([202, 1]);
    // What does not match its trigger did not happen.
    expect(await tell("https://tell.example", [run("/about", "key-00002")])).toEqual([202, 0]);
    const many = Array.from({ length: 20 }, (_, index) => run("/shop/a", `many-${index}-key`));
    const statuses: unknown[] = [];
    for (let round = 0; round < 8; round += 1) statuses.push((await tell("https://tell.example", many))[0]);
    expect(statuses).toContain(429);
  });
});
