import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { anInstance, aPlace, blank, createInstance, step, type TestPlace } from "./testing.ts";

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

const read = /* GraphQL */ `
  query GetAppletInstanceById($id: ID!) {
    appletInstanceById(appletInstanceId: $id) {
      id
      name
      description
      options
      status
      version
      projectEnvironmentConfigId
      updatedAt
      updatedByUser {
        firstName
        lastName
        picture
      }
      applet {
        id
        pkgName
        displayName
        appletType
        appletCategory
        latestVersion {
          version
          schema
        }
      }
      triggers {
        id
        name
        options
        packageId
        packageVersionId
        appletInstanceId
        package {
          pkgName
        }
        packageVersion {
          version
        }
      }
      actions {
        id
        name
        options
      }
      condition {
        id
        options
      }
      sentence
      canEdit
    }
  }
`;

const update = /* GraphQL */ `
  mutation UpdateAppletInstance(
    $id: ID!
    $name: String
    $options: JSON
    $status: AppletStatusEnum
    $triggers: [AppletStepInput!]
    $actions: [AppletStepInput!]
    $condition: AppletConditionInput
    $version: Int
  ) {
    updateAppletInstance(
      id: $id
      name: $name
      options: $options
      status: $status
      triggers: $triggers
      actions: $actions
      condition: $condition
      version: $version
    ) {
      id
      name
      version
      triggers {
        id
        name
        webhook {
          url
        }
      }
      actions {
        name
      }
    }
  }
`;

describe("an applet instance", () => {
  it("is created whole and read back as a sentence", async () => {
    const place = await aPlace(server);
    const created = await anInstance(server, place, { name: "Welcome", ...welcome });
    const answer = await server.graphql<{ appletInstanceById: Record<string, unknown> }>(
      read,
      { id: created.id },
      { userId: place.userId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.appletInstanceById).toMatchObject({
      name: "Welcome",
      status: "ACTIVE",
      version: 1,
      canEdit: true,
      applet: { pkgName: "@parley/blank", appletType: "HYBRID" },
      triggers: [
        {
          name: "Page view",
          package: { pkgName: "@parley/page-view" },
          packageVersion: { version: "1.0.0" },
        },
      ],
      actions: [{ options: { text: "Hello {{page.host}}" } }],
      condition: { options: welcome.condition.options },
      sentence: 'When Page view, if page.path starts with "/shop", then Show a banner.',
    });
    expect(answer.data.appletInstanceById["updatedByUser"]).not.toBeNull();
  });

  it.each([
    [
      "an option of the wrong kind",
      { triggers: [step("time-on-page", { seconds: "soon" })] },
      "triggers.0.options.seconds",
    ],
    ["an option that is missing", { triggers: [step("click")] }, "triggers.0.options.selector"],
    ["an option that does not exist", { actions: [step("open-chat", { wat: 1 })] }, "actions.0.options.wat"],
    [
      "an unknown package",
      { actions: [{ packageId: "01900000-0000-7000-8000-000000000000" }] },
      "actions.0.packageId",
    ],
    ["an action as trigger", { triggers: [step("open-chat")] }, "triggers.0.packageId"],
    [
      "an unreadable schedule",
      { triggers: [step("schedule", { cron: "61 * * * *" })] },
      "triggers.0.options.cron",
    ],
    [
      "a condition that is none",
      { condition: { options: { all: [{ fact: "x", operator: "~", value: 1 }] } } },
      "condition.options.all.0.operator",
    ],
    ["no trigger", { triggers: [] }, "triggers"],
    ["no action", { actions: [] }, "actions"],
    ["a page's action without a page", { triggers: [step("webhook")] }, "actions.0.packageId"],
    ["a template of nobody", { appletVersionId: "01900000-0000-7000-8000-000000000000" }, "appletVersionId"],
    ["no name", { name: "  " }, "name"],
    ["a long name", { name: "x".repeat(200) }, "name"],
    ["settings of the wrong kind", { options: { a: { b: 1 } } }, "options.a"],
    ["options that are a list", { actions: [{ ...step("open-chat"), options: [1] }] }, "actions.0.options"],
    [
      "options of 100 KB",
      { actions: [step("show-banner", { text: "x".repeat(100_000) })] },
      "actions.0.options",
    ],
  ])("with %s is refused by its field, and nothing is saved", async (_, change, field) => {
    const place = await aPlace(server);
    const answer = await createInstance(server, place, { name: "Bad", ...welcome, ...change });
    expect(answer.errors[0]?.extensions).toMatchObject({ code: "INVALID", field });
    const rows = await server.db
      .selectFrom("applet_instances")
      .select("id")
      .where("project_id", "=", place.projectId)
      .execute();
    expect(rows).toEqual([]);
  });

  it("refuses 10 MB of options before reading them", async () => {
    const place = await aPlace(server);
    const answer = await createInstance(server, place, {
      ...welcome,
      options: { big: "x".repeat(10_000_000) },
    });
    expect(answer.status).toBe(413);
  });

  it("may lack what is needed while it is a draft, and nothing else", async () => {
    const place = await aPlace(server);
    const draft = { name: "Draft", status: "DRAFT", triggers: [step("click")], actions: [] };
    expect((await createInstance(server, place, draft)).errors).toEqual([]);
    const wrong = await createInstance(server, place, {
      ...draft,
      triggers: [step("click", { selector: 5 })],
    });
    expect(wrong.errors[0]?.extensions).toMatchObject({ field: "triggers.0.options.selector" });
    const noPlace = await createInstance(server, place, { ...draft, projectEnvironmentConfigId: null });
    expect(noPlace.errors).toEqual([]);
    const active = await createInstance(server, place, { ...welcome, projectEnvironmentConfigId: null });
    expect(active.errors[0]?.extensions).toMatchObject({ field: "projectEnvironmentConfigId" });
  });

  it("is changed by one of two editors; the other is told", async () => {
    const place = await aPlace(server);
    const { id } = await anInstance(server, place, { name: "Shared", ...welcome });
    const save = (name: string) => server.graphql(update, { id, name, version: 1 }, { userId: place.userId });
    const answers = await Promise.all([save("One"), save("Two")]);
    expect(answers.map((answer) => (answer.errors[0] ? "CONFLICT" : "saved")).toSorted()).toEqual([
      "CONFLICT",
      "saved",
    ]);
  });

  it("replaces its parts as a whole, and keeps what is named by its id", async () => {
    const place = await aPlace(server);
    const created = await anInstance(server, place, {
      name: "Hooks",
      triggers: [step("webhook", {}, "First"), step("webhook", {}, "Second")],
      actions: [step("set-variable", { name: "a", value: 1 })],
    });
    const [first, second] = created.triggers;
    const answer = await server.graphql<{
      updateAppletInstance: { triggers: { id: string; webhook: { url: string } }[] };
    }>(
      update,
      {
        id: created.id,
        triggers: [
          { ...step("webhook", {}, "Second, renamed"), id: second?.id },
          step("webhook", {}, "Third"),
        ],
      },
      { userId: place.userId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.updateAppletInstance.triggers[0]).toMatchObject({
      id: second?.id,
      webhook: { url: second?.webhook?.url },
    });
    const gone = await fetch(first?.webhook?.url ?? "", { method: "POST", body: "{}" });
    expect(gone.status).toBe(404);
    const foreign = await server.graphql(
      update,
      { id: created.id, triggers: [{ ...step("webhook"), id: first?.id }] },
      { userId: place.userId },
    );
    expect(foreign.errors[0]?.extensions).toMatchObject({ field: "triggers.0.id" });
  });

  it("is not there for other organisations, and not to change for viewers", async () => {
    const place = await aPlace(server);
    const stranger = await aPlace(server);
    const { id } = await anInstance(server, place, { name: "Mine", ...welcome });
    const hidden = await server.graphql(read, { id }, { userId: stranger.userId });
    const missing = await server.graphql(
      read,
      { id: "01900000-0000-7000-8000-000000000000" },
      { userId: stranger.userId },
    );
    expect(hidden.errors).toEqual(missing.errors);
    const viewer = await aUser(server, { accountId: place.accountId });
    await assignProject(server, {
      userId: viewer,
      projectId: place.projectId,
      roleKeys: ["pro_studio_viewer"],
    });
    expect((await server.graphql(read, { id }, { userId: viewer })).errors).toEqual([]);
    const refused = await server.graphql(update, { id, name: "Theirs" }, { userId: viewer });
    expect(refused.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
    const crossed = await createInstance(server, { ...stranger, live: place.live }, welcome);
    expect(crossed.errors[0]?.extensions).toMatchObject({
      code: "INVALID",
      field: "projectEnvironmentConfigId",
    });
  });

  it("is copied as a draft with what must change, and deleted", async () => {
    const place = await aPlace(server);
    const created = await anInstance(server, place, {
      name: "Caller",
      triggers: [step("webhook")],
      actions: [step("http-request", { url: "https://example.org/{{secret.KEY}}" })],
    });
    const variables = { id: created.id, to: place.sandbox };
    const preview = await server.graphql<{
      appletCopyPreview: { differences: { field: string; message: string }[] };
    }>(
      `query AppletCopyPreview($id: ID!, $to: ID!) { appletCopyPreview(appletInstanceId: $id, projectEnvironmentConfigId: $to) { differences { field message } } }`,
      variables,
      { userId: place.userId },
    );
    expect(preview.data.appletCopyPreview.differences).toEqual([
      { field: "actions.0.options", message: "The secret KEY is not there yet." },
    ]);
    const copy = await server.graphql<{ copyAppletInstance: { id: string; status: string } }>(
      `mutation CopyAppletInstance($id: ID!, $to: ID!) { copyAppletInstance(appletInstanceId: $id, projectEnvironmentConfigId: $to) { id status triggers { webhook { url } } } }`,
      variables,
      { userId: place.userId },
    );
    expect(copy.data.copyAppletInstance).toMatchObject({ status: "DRAFT" });
    expect(JSON.stringify(copy.data)).not.toContain(created.triggers[0]?.webhook?.url);
    const gone = await server.graphql<{ deleteAppletInstance: string }>(
      `mutation DeleteAppletInstance($id: ID!) { deleteAppletInstance(id: $id) }`,
      { id: copy.data.copyAppletInstance.id },
      { userId: place.userId },
    );
    expect(gone.data.deleteAppletInstance).toBe(copy.data.copyAppletInstance.id);
  });
});

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
