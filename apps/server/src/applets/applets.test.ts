import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assignProject, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { anInstance, aPlace, createInstance, step } from "./testing.ts";

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
