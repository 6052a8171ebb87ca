import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAccount, anAdmin, aProject, assignProject, aTeam, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const landing = /* GraphQL */ `
  query GetLandingProjects($userId: ID!, $accountId: ID!, $includeUnassigned: Boolean!) {
    userProjects(
      filterCriteria: { userId: $userId, accountId: $accountId, includeUnassigned: $includeUnassigned }
    ) {
      id
      name
      isAssigned
      projectProductSettings {
        product {
          name
        }
      }
    }
  }
`;

interface Landing {
  userProjects: {
    name: string;
    isAssigned: boolean;
    projectProductSettings: { product: { name: string } }[];
  }[];
}

describe("a user's projects", () => {
  it("are newest first, with those of their teams, and the unassigned ones where they may see them", async () => {
    const accountId = await anAccount(server);
    const adminId = await anAdmin(server, accountId);
    const first = await aProject(server, { accountId, name: "First", products: ["analytics"] });
    const second = await aProject(server, { accountId, name: "Second" });
    await aProject(server, { accountId, name: "Third" });
    await assignProject(server, { userId: adminId, projectId: first });
    await aTeam(server, { accountId, userIds: [adminId], projectIds: [second] });

    const all = await server.graphql<Landing>(
      landing,
      { userId: adminId, accountId, includeUnassigned: true },
      { userId: adminId },
    );
    expect(all.errors).toEqual([]);
    expect(all.data.userProjects.map((project) => [project.name, project.isAssigned])).toEqual([
      ["Third", false],
      ["Second", true],
      ["First", true],
    ]);
    expect(all.data.userProjects[2]?.projectProductSettings).toEqual([{ product: { name: "analytics" } }]);

    const own = await server.graphql<Landing>(
      landing,
      { userId: adminId, accountId, includeUnassigned: false },
      { userId: adminId },
    );
    expect(own.data.userProjects.map((project) => project.name)).toEqual(["Second", "First"]);
  });

  it("do not reveal what a plain member is not assigned to", async () => {
    const accountId = await anAccount(server);
    await aProject(server, { accountId, name: "Hidden" });
    const seen = await aProject(server, { accountId, name: "Seen" });
    const memberId = await aUser(server, { accountId });
    await assignProject(server, { userId: memberId, projectId: seen });
    const answer = await server.graphql<Landing>(
      landing,
      { userId: memberId, accountId, includeUnassigned: true },
      { userId: memberId },
    );
    expect(answer.data.userProjects.map((project) => project.name)).toEqual(["Seen"]);
  });
});

describe("an account's projects", () => {
  const list = /* GraphQL */ `
    query GetProjects($accountId: ID!) {
      projects(filterCriteria: { accountId: $accountId }) {
        id
        name
      }
    }
  `;

  it("are by name", async () => {
    const accountId = await anAccount(server);
    for (const name of ["Beta", "alpha", "Gamma"]) await aProject(server, { accountId, name });
    const userId = await anAdmin(server, accountId);
    const answer = await server.graphql<{ projects: { name: string }[] }>(list, { accountId }, { userId });
    expect(answer.data.projects.map((project) => project.name)).toEqual(["alpha", "Beta", "Gamma"]);
  });

  it("of another organisation answer like those of one that does not exist", async () => {
    const own = await anAccount(server);
    const foreign = await anAccount(server);
    const userId = await anAdmin(server, own);
    const refused = await server.graphql(list, { accountId: foreign }, { userId });
    const missing = await server.graphql(
      list,
      { accountId: "01900000-0000-7000-8000-000000000000" },
      { userId },
    );
    expect(refused.errors[0]?.message).toMatch(/no such organisation/);
    expect([refused.status, refused.errors]).toEqual([missing.status, missing.errors]);
  });

  it("are refused without a session", async () => {
    const accountId = await anAccount(server);
    const answer = await server.graphql(list, { accountId });
    expect([answer.status, answer.errors[0]?.extensions["code"]]).toEqual([401, "UNAUTHENTICATED"]);
  });
});

async function anOwner() {
  const accountId = await anAccount(server);
  return { accountId, userId: await anAdmin(server, accountId) };
}

describe("a person's own projects", () => {
  const list = (field: string, operation: string) =>
    `query ${operation}($userId: ID!, $accountId: ID!) { ${field}(userId: $userId, accountId: $accountId) { name } allProducts { name } }`;

  it("are by name, everywhere, in an account, and for oneself", async () => {
    const { accountId, userId } = await anOwner();
    const elsewhere = await anOwner();
    for (const name of ["Beta", "alpha"])
      await assignProject(server, { userId, projectId: await aProject(server, { accountId, name }) });
    await aProject(server, { accountId, name: "Unassigned" });
    await assignProject(server, {
      userId,
      projectId: await aProject(server, { accountId: elsewhere.accountId, name: "Abroad" }),
    });
    const all = await server.graphql<{ projectsOfUser: { name: string }[] }>(
      `query GetUserProjects($userId: ID!) { projectsOfUser(userId: $userId) { name } }`,
      { userId },
      { userId },
    );
    expect(all.data.projectsOfUser.map((it) => it.name)).toEqual(["Abroad", "alpha", "Beta"]);
    for (const [field, operation] of [
      ["projectsOfUserInAccount", "GetUserProjectsHasura"],
      ["projectsOfUserLimited", "GetUserProjectsLimited"],
    ] as const) {
      const answer = await server.graphql<Record<string, { name: string }[]>>(
        list(field, operation),
        { userId, accountId },
        { userId },
      );
      expect(answer.errors).toEqual([]);
      expect(answer.data[field]?.map((it) => it.name)).toEqual(["alpha", "Beta"]);
      expect(answer.data["allProducts"]).toHaveLength(4);
    }
    const member = await aUser(server, { accountId });
    const other = await server.graphql(
      list("projectsOfUserLimited", "GetUserProjectsLimited"),
      { userId, accountId },
      { userId: member },
    );
    expect(other.errors[0]?.extensions).toMatchObject({ code: "FORBIDDEN" });
    const peek = await server.graphql<{ projectsOfUser: unknown[] }>(
      `query GetUserProjects($userId: ID!) { projectsOfUser(userId: $userId) { name } }`,
      { userId },
      { userId: member },
    );
    expect(peek.data.projectsOfUser).toEqual([]);
  });
});
