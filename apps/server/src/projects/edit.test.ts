import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, assignProject, aTeam, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let products: Map<string, string>;
let environments: Map<string, string>;
let zone: string;
beforeAll(async () => {
  server = await startTestServer();
  products = new Map(
    (await server.db.selectFrom("products").select(["name", "id"]).execute()).map((it) => [it.name, it.id]),
  );
  environments = new Map(
    (await server.db.selectFrom("environments").select(["name", "id"]).execute()).map((it) => [
      it.name,
      it.id,
    ]),
  );
  zone = (
    await server.db
      .selectFrom("time_zones")
      .select("id")
      .where("identifier", "=", "Europe/Berlin")
      .executeTakeFirstOrThrow()
  ).id;
});
afterAll(() => server.stop());

const create = /* GraphQL */ `
  mutation CreateProject(
    $name: String!
    $accountId: ID!
    $productIds: [ID!]!
    $description: String
    $timeZoneId: ID
    $projectEnvironmentConfigs: [NewProjectEnvironmentConfig!]
    $projectIconId: ID
  ) {
    createProject(
      name: $name
      accountId: $accountId
      productIds: $productIds
      description: $description
      timeZoneId: $timeZoneId
      projectEnvironmentConfigs: $projectEnvironmentConfigs
      projectIconId: $projectIconId
    ) {
      id
      name
      version
      isAssigned
    }
  }
`;

const read = /* GraphQL */ `
  query GetProjectById($id: ID!) {
    projectById(id: $id) {
      id
      accountId
      name
      description
      picture
      pictureFile {
        publicId
        url
      }
      files {
        url
      }
      createdAt
      updatedAt
      version
      projectProductSettings {
        productId
        projectId
        settings
        product {
          name
        }
      }
      projectEnvironmentConfig {
        id
        status
        description
        environment {
          name
        }
        domains {
          id
          url
          type
        }
        appletInstances {
          id
        }
      }
      localizationSettings {
        id
        timeZone {
          identifier
          label
        }
      }
      users {
        id
        firstName
      }
      projectProStudioSetting {
        id
        settings
        customerId
        projectId
      }
      canUpdate
      canDelete
    }
  }
`;

const update = /* GraphQL */ `
  mutation UpdateProject(
    $id: ID!
    $name: String
    $description: String
    $productIds: [ID!]
    $timeZoneId: ID
    $version: Int
  ) {
    updateProject(
      id: $id
      name: $name
      description: $description
      productIds: $productIds
      timeZoneId: $timeZoneId
      version: $version
    ) {
      id
      name
      version
      projectProductSettings {
        product {
          name
        }
      }
    }
  }
`;

const product = (name: string) => products.get(name) ?? "";

async function anOwner() {
  const accountId = await anAccount(server);
  return { accountId, userId: await anAdmin(server, accountId) };
}

describe("a new project", () => {
  it("has everything it was given, its environments, and its creator", async () => {
    const { accountId, userId } = await anOwner();
    const made = await server.graphql<{ createProject: { id: string } }>(
      create,
      {
        name: " Web shop ",
        accountId,
        productIds: [product("pro_studio"), product("analytics")],
        description: "Sells things",
        timeZoneId: zone,
        projectEnvironmentConfigs: [
          {
            environmentId: environments.get("Live"),
            description: "Open",
            domains: [{ url: "https://new-shop.example" }],
          },
        ],
      },
      { userId },
    );
    expect(made.errors).toEqual([]);
    expect(made.data.createProject).toMatchObject({ name: "Web shop", version: 1, isAssigned: true });
    const answer = await server.graphql<{ projectById: unknown }>(
      read,
      { id: made.data.createProject.id },
      { userId },
    );
    expect(answer.errors).toEqual([]);
    expect(answer.data.projectById).toMatchObject({
      description: "Sells things",
      projectProductSettings: [{ product: { name: "analytics" } }, { product: { name: "pro_studio" } }],
      projectEnvironmentConfig: [
        { environment: { name: "Sandbox" }, domains: [] },
        {
          environment: { name: "Live" },
          description: "Open",
          domains: [{ url: "https://new-shop.example/" }],
        },
      ],
      localizationSettings: { timeZone: { identifier: "Europe/Berlin" } },
      users: [{ id: userId }],
      projectProStudioSetting: { customerId: null },
      canUpdate: true,
      canDelete: true,
    });
  });

  it.each([
    ["no name", { name: " " }, "name"],
    ["an invisible name", { name: "Shop\u202etxt" }, "name"],
    ["no product", { productIds: [] }, "productIds"],
    ["a product of nobody", { productIds: ["01900000-0000-7000-8000-000000000000"] }, "productIds.0"],
    ["a time zone of nobody", { timeZoneId: "x" }, "timeZoneId"],
    ["a picture of nobody", { projectIconId: "01900000-0000-7000-8000-000000000000" }, "projectIconId"],
    [
      "an environment of nobody",
      { projectEnvironmentConfigs: [{ environmentId: "x" }] },
      "projectEnvironmentConfigs.0.environmentId",
    ],
    [
      "a bad domain",
      { projectEnvironmentConfigs: [{ environmentId: "LIVE", domains: [{ url: "ftp://x" }] }] },
      "projectEnvironmentConfigs.0.domains.0.url",
    ],
  ])("with %s is refused by its field, and nothing is saved", async (_, change, field) => {
    const { accountId, userId } = await anOwner();
    const text = JSON.stringify({
      name: "Shop",
      accountId,
      productIds: [product("analytics")],
      ...change,
    }).replace("LIVE", environments.get("Live") ?? "");
    const answer = await server.graphql(create, JSON.parse(text) as Record<string, unknown>, { userId });
    expect(answer.errors[0]?.extensions).toMatchObject({ code: "INVALID", field });
    expect(
      await server.db.selectFrom("projects").select("id").where("account_id", "=", accountId).execute(),
    ).toEqual([]);
  });

  it("has a name of its own, once per idempotency key, and needs the right", async () => {
    const { accountId, userId } = await anOwner();
    const variables = { name: "Twin", accountId, productIds: [product("analytics")] };
    const headers = { "idempotency-key": "twin" };
    const [one, other] = await Promise.all(
      [1, 2].map(() =>
        server.graphql<{ createProject: { id: string } }>(create, variables, { userId, headers }),
      ),
    );
    expect(one?.data.createProject.id).toBe(other?.data.createProject.id);
    const taken = await server.graphql(create, { ...variables, name: "TWIN" }, { userId });
    expect(taken.errors[0]?.extensions).toMatchObject({ field: "name" });
    const member = await aUser(server, { accountId });
    const refused = await server.graphql(create, { ...variables, name: "Other" }, { userId: member });
    expect(refused.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
  });
});

describe("changing a project", () => {
  it("leaves what is not given, and refuses a change made from an old version", async () => {
    const { accountId, userId } = await anOwner();
    const id = await aProject(server, {
      accountId,
      name: "Old",
      description: "Stays",
      products: ["analytics"],
    });
    const changed = await server.graphql<{ updateProject: unknown }>(
      update,
      { id, name: "New", version: 1 },
      { userId },
    );
    expect(changed.data.updateProject).toMatchObject({
      name: "New",
      version: 2,
      projectProductSettings: [{ product: { name: "analytics" } }],
    });
    const stale = await server.graphql(update, { id, description: "Lost", version: 1 }, { userId });
    expect(stale.errors[0]?.extensions).toMatchObject({
      code: "CONFLICT",
      fields: ["description"],
      who: expect.stringMatching(/\w+ \w+/),
      when: expect.stringMatching(/^20/),
    });
    const { data } = await server.graphql<{ projectById: { description: string } }>(read, { id }, { userId });
    expect(data.projectById.description).toBe("Stays");
  });

  it("without a product takes its roles in the project away, and says before who loses them", async () => {
    const { accountId, userId } = await anOwner();
    const id = await aProject(server, { accountId, products: ["analytics", "pro_studio"] });
    const analyst = await aUser(server, { accountId, firstName: "Ana" });
    const teamMate = await aUser(server, { accountId, firstName: "Tom" });
    await assignProject(server, {
      userId: analyst,
      projectId: id,
      roleKeys: ["analytics_viewer", "pro_studio_viewer"],
    });
    const teamId = await aTeam(server, { accountId, name: "Numbers", userIds: [teamMate], projectIds: [id] });
    const role = await server.db
      .selectFrom("roles")
      .select("id")
      .where("account_id", "=", accountId)
      .where("key", "=", "analytics_admin")
      .executeTakeFirstOrThrow();
    await server.db
      .insertInto("team_project_roles")
      .values({ team_id: teamId, project_id: id, role_id: role.id })
      .execute();
    const losses = await server.graphql<{ productAccessLosses: unknown }>(
      `query ProductAccessLosses($id: ID!, $product: ID!) { productAccessLosses(projectId: $id, productId: $product) { user { firstName } roles teamName } }`,
      { id, product: product("analytics") },
      { userId },
    );
    expect(losses.data.productAccessLosses).toEqual([
      { user: { firstName: "Ana" }, roles: ["Analytics viewer"], teamName: null },
      { user: { firstName: "Tom" }, roles: ["Analytics administrator"], teamName: "Numbers" },
    ]);
    const changed = await server.graphql(update, { id, productIds: [product("pro_studio")] }, { userId });
    expect(changed.errors).toEqual([]);
    const left = await server.db
      .selectFrom("user_project_roles as g")
      .innerJoin("roles as r", "r.id", "g.role_id")
      .select("r.key")
      .where("g.project_id", "=", id)
      .execute();
    expect(left).toEqual([{ key: "pro_studio_viewer" }]);
    expect(
      await server.db
        .selectFrom("team_project_roles")
        .select("role_id")
        .where("project_id", "=", id)
        .execute(),
    ).toEqual([]);
  });
});

describe("deleting a project", () => {
  it("lists what is lost, wants the name, and answers the id", async () => {
    const { accountId, userId } = await anOwner();
    const id = await aProject(server, { accountId, name: "Doomed" });
    await server.db
      .insertInto("customers")
      .values({ id: "01900000-0000-7000-8000-00000000c001", project_id: id, name: "C" })
      .execute();
    await assignProject(server, { userId, projectId: id });
    const losses = await server.graphql<{ projectLosses: { kind: string; count: number }[] }>(
      `query ProjectLosses($id: ID!) { projectLosses(id: $id) { kind count } }`,
      { id },
      { userId },
    );
    expect(losses.data.projectLosses).toEqual(
      expect.arrayContaining([
        { kind: "customers", count: 1 },
        { kind: "people assigned", count: 1 },
      ]),
    );
    const remove = (variables: Record<string, unknown>, as = userId) =>
      server.graphql<{ deleteProject: string }>(
        `mutation DeleteProject($id: ID!, $name: String) { deleteProject(id: $id, confirmedName: $name) }`,
        { id, ...variables },
        { userId: as },
      );
    expect((await remove({ name: "doomed" })).errors[0]?.extensions).toMatchObject({
      field: "confirmedName",
    });
    const stranger = await anOwner();
    expect((await remove({}, stranger.userId)).errors[0]?.extensions).toMatchObject({ code: "NOT_FOUND" });
    expect((await remove({ name: "Doomed" })).data.deleteProject).toBe(id);
    expect((await server.graphql(read, { id }, { userId })).errors[0]?.extensions).toMatchObject({
      code: "NOT_FOUND",
    });
    const entry = await server.db
      .selectFrom("audit_log")
      .select("action")
      .where("object_id", "=", id)
      .orderBy("sequence", "desc")
      .limit(1)
      .executeTakeFirst();
    expect(entry?.action).toBe("project.deleted");
  });
});
