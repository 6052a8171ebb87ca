// What the browser tests of the designer start from: a solution with a version, and its flow read from the server.
import type { Flow, FlowNode } from "@parley/flow";
import type { Page } from "playwright-core";
import { anAccount, aProject, assignProject, aUser } from "../apps/server/src/testing/builders.ts";
import type { TestServer } from "../apps/server/src/testing/server.ts";

export interface DesignerSetup {
  readonly orgId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly otherUserId: string;
  readonly settingId: string;
}

export async function aDesignerSetup(server: TestServer): Promise<DesignerSetup> {
  const orgId = await anAccount(server, { name: "Harbour Lines" });
  const projectId = await aProject(server, { accountId: orgId, name: "Ferry desk" });
  const person = { accountId: orgId, roleKeys: ["pro_studio_admin" as const] };
  const userId = await aUser(server, { ...person, firstName: "Nora", lastName: "Vane" });
  const otherUserId = await aUser(server, { ...person, firstName: "Ben", lastName: "Roe" });
  await assignProject(server, { userId, projectId });
  await assignProject(server, { userId: otherUserId, projectId });
  const setting = await server.db
    .selectFrom("project_pro_studio_settings")
    .select("id")
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return { orgId, projectId, userId, otherUserId, settingId: setting.id };
}

export interface OpenSolution {
  readonly solutionId: string;
  readonly versionId: string;
  readonly url: string;
}

let solutions = 0;

/** A number of its own after the name: a test that is run again finds the solution of its first try taken. */
export async function aSolution(
  server: TestServer,
  setup: DesignerSetup,
  name: string,
): Promise<OpenSolution> {
  const { createSolution } = await ask<{
    createSolution: { id: string; solutionVersions: { id: string }[] };
  }>(
    server,
    setup,
    `mutation CreateSolution($setting: ID!, $solution: SolutionInput!) {
      createSolution(projectProStudioSettingId: $setting, solution: $solution, version: {}) {
        id solutionVersions { id } } }`,
    { setting: setup.settingId, solution: { name: `${name} ${++solutions}` } },
  );
  const versionId = createSolution.solutionVersions[0]?.id ?? "";
  const solutionId = createSolution.id;
  const url = `/organization/${setup.orgId}/projects/${setup.projectId}/solutions/${solutionId}/versions/${versionId}/flow`;
  return { solutionId, versionId, url };
}

export async function saveFlow(
  server: TestServer,
  setup: Pick<DesignerSetup, "userId">,
  versionId: string,
  flow: Flow,
): Promise<void> {
  for (let first = 0; first < flow.nodes.length; first += 500) {
    const objects = flow.nodes
      .slice(first, first + 500)
      .map(({ lastModified: _unused, ...node }) => ({ ...node, solutionVersionId: versionId }));
    await ask(
      server,
      setup,
      `mutation UpdateProStudioNodes($objects: [ProStudioNodeInput!]!) {
        updateProStudioNodes(objects: $objects) { affected_rows } }`,
      { objects },
    );
  }
}

export async function savedNodes(
  server: TestServer,
  setup: DesignerSetup,
  versionId: string,
): Promise<FlowNode[]> {
  const { proStudioNodes } = await ask<{ proStudioNodes: FlowNode[] }>(
    server,
    setup,
    `query GetProStudioNodes($id: ID!) { proStudioNodes(solutionVersionId: $id) {
      id nodeName nodeType nodeNumber message nextNodes nodeInput behaviors revision } }`,
    { id: versionId },
  );
  return proStudioNodes;
}

async function ask<Data>(
  server: TestServer,
  { userId }: Pick<DesignerSetup, "userId">,
  source: string,
  variables: Record<string, unknown>,
): Promise<Data> {
  const answer = await server.graphql<Data>(source, variables, { userId });
  if (answer.errors[0]) throw new Error(answer.errors[0].message);
  return answer.data;
}

/** Everything has reached the server. */
export async function waitUntilSaved(page: Page): Promise<void> {
  await page.getByText(/^(Saved \d+ s ago|All edits saved)$/).waitFor({ timeout: 15_000 });
}
