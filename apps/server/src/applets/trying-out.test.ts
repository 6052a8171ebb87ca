import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { anInstance, aPlace, blank, step, type TestPlace } from "./testing.ts";

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

describe("trying an instance", () => {
  const tryIt = /* GraphQL */ `
    query TryAppletInstance(
      $config: ID!
      $version: ID!
      $triggers: [AppletStepInput!]!
      $actions: [AppletStepInput!]!
      $condition: AppletConditionInput
      $url: String
      $event: JSON
    ) {
      tryAppletInstance(
        projectEnvironmentConfigId: $config
        appletVersionId: $version
        triggers: $triggers
        actions: $actions
        condition: $condition
        url: $url
        event: $event
      ) {
        wouldRun
        conditionHolds
        condition
        problems {
          field
          message
        }
        triggers {
          name
          matches
          reason
        }
        actions {
          name
          runsOn
          input
        }
      }
    }
  `;
  const attempt = (place: TestPlace, more: Record<string, unknown>) =>
    server.graphql<{ tryAppletInstance: Record<string, unknown> }>(
      tryIt,
      { config: place.live, version: blank, ...welcome, ...more },
      { userId: place.userId },
    );

  it("says what would happen and does nothing", async () => {
    const place = await aPlace(server);
    const yes = await attempt(place, { url: "https://shop.example/shop/cart?x=1" });
    expect(yes.data.tryAppletInstance).toMatchObject({
      wouldRun: true,
      conditionHolds: true,
      triggers: [{ matches: true }],
      actions: [{ runsOn: "browser", input: { text: "Hello shop.example" } }],
    });
    const no = await attempt(place, { url: "https://shop.example/about" });
    expect(no.data.tryAppletInstance).toMatchObject({
      wouldRun: false,
      conditionHolds: false,
      triggers: [{ matches: false, reason: "The address matches none of /shop/*." }],
      condition: { parts: [{ outcome: false, actual: "/about" }] },
    });
    const event = await attempt(place, {
      triggers: [step("custom-event", { name: "cart" })],
      condition: { options: { fact: "event.data.total", operator: "greaterThan", value: 10 } },
      actions: [
        step("http-request", {
          url: "https://x.example/{{event.data.total}}",
          headers: { a: "{{secret.KEY}}" },
        }),
      ],
      event: { kind: "custom-event", name: "cart", data: { total: 12 } },
    });
    expect(event.data.tryAppletInstance).toMatchObject({
      wouldRun: true,
      actions: [
        { runsOn: "server", input: { url: "https://x.example/12", headers: { a: "{{secret.KEY}}" } } },
      ],
    });
    const runs = await server.db
      .selectFrom("applet_runs")
      .select("id")
      .where("project_id", "=", place.projectId)
      .execute();
    expect(runs).toEqual([]);
  });

  it("names problems of what is not saved yet", async () => {
    const place = await aPlace(server);
    const answer = await attempt(place, {
      url: "https://shop.example/shop/",
      actions: [step("show-banner")],
    });
    expect(answer.data.tryAppletInstance).toMatchObject({
      wouldRun: false,
      problems: [{ field: "actions.0.options.text" }],
    });
    const bad = await attempt(place, { url: "nonsense" });
    expect(bad.errors[0]?.extensions).toMatchObject({ field: "url" });
  });
});

describe("resolving an address", () => {
  const resolve = /* GraphQL */ `
    query ResolveUrl($url: String!) {
      resolveUrl(url: $url) {
        message
        domain {
          url
        }
        project {
          id
        }
        applets {
          wouldRun
          reasons
          appletInstance {
            name
          }
          triggers {
            matches
            reason
          }
        }
        intersections {
          url
          message
        }
      }
    }
  `;
  interface Answer {
    resolveUrl: {
      message: string;
      domain: { url: string } | null;
      applets: { wouldRun: boolean; reasons: string[]; appletInstance: { name: string } }[];
      intersections: { url: string | null }[];
    };
  }

  it("says who owns it, what runs there, and what does not and why", async () => {
    const place = await aPlace(server);
    const stranger = await aPlace(server);
    await server.graphql(
      `mutation UpdateProjectEnvironmentConfig($projectId: ID!, $id: ID!) { updateProjectEnvironmentConfig(projectId: $projectId, projectEnvironmentConfigId: $id, domains: [{ url: "https://who.example" }, { url: "https://who.example/shop" }]) { id } }`,
      { projectId: place.projectId, id: place.live },
      { userId: place.userId },
    );
    await anInstance(server, place, { name: "Runs", ...welcome });
    await anInstance(server, place, {
      name: "Waits",
      ...welcome,
      triggers: [step("scroll-depth", { percent: 50 })],
    });
    await anInstance(server, place, { name: "Paused", ...welcome, status: "PAUSED" });
    await anInstance(server, place, {
      name: "Elsewhere",
      ...welcome,
      triggers: [step("page-view", { urls: ["/help/*"] })],
    });
    await anInstance(server, place, {
      name: "Unmet",
      ...welcome,
      condition: { options: { fact: "page.query.vip", operator: "equals", value: "yes" } },
    });
    const url = "https://who.example/shop/cart";
    const { data } = await server.graphql<Answer>(resolve, { url }, { userId: place.userId });
    expect(data.resolveUrl.domain?.url).toBe("https://who.example/shop/");
    expect(data.resolveUrl.intersections).toMatchObject([{ url: "https://who.example/" }]);
    expect(
      Object.fromEntries(data.resolveUrl.applets.map((it) => [it.appletInstance.name, it.reasons[0]])),
    ).toEqual({
      Runs: "Page view starts it.",
      Waits: "Scroll depth starts it.",
      Elsewhere: "Page view: The address matches none of /help/*.",
      Paused: "It is paused.",
      Unmet: "Its condition does not hold.",
    });
    const blind = await server.graphql<Answer>(resolve, { url }, { userId: stranger.userId });
    expect(blind.data.resolveUrl).toMatchObject({
      message: "This address belongs to a project you cannot see.",
      domain: null,
      applets: [],
      intersections: [{ url: null }],
    });
    const nobody = await server.graphql<Answer>(
      resolve,
      { url: "https://nobody.example" },
      { userId: place.userId },
    );
    expect(nobody.data.resolveUrl.message).toBe("No environment owns this address.");
  });
});
