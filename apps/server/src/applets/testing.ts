// An account with an administrator, a project and its environments, and applets in it: for tests of this domain.
import { builtInId } from "#domains/packages";
import { anAccount, anAdmin, aProject } from "#testing/builders.ts";
import type { GraphqlAnswer, TestServer } from "#testing/server.ts";

export interface TestPlace {
  readonly accountId: string;
  readonly userId: string;
  readonly projectId: string;
  readonly sandbox: string;
  readonly live: string;
}

export async function aPlace(server: TestServer, accountId?: string): Promise<TestPlace> {
  const account = accountId ?? (await anAccount(server));
  const userId = await anAdmin(server, account);
  const projectId = await aProject(server, { accountId: account, timeZone: "Europe/Berlin" });
  const configs = await server.db
    .selectFrom("project_environment_configs")
    .select("id")
    .where("project_id", "=", projectId)
    .orderBy("environment_id")
    .execute();
  const [sandbox, live] = configs.map((config) => config.id);
  if (!sandbox || !live) throw new Error("A project has two environments.");
  return { accountId: account, userId, projectId, sandbox, live };
}

export const blank = builtInId("template @parley/blank@1.0.0");

export function step(kind: string, options: Record<string, unknown> = {}, name?: string) {
  return { packageId: builtInId(`@parley/${kind}`), options, ...(name !== undefined && { name }) };
}

const create = /* GraphQL */ `
  mutation CreateAppletInstance(
    $name: String!
    $appletVersionId: ID!
    $description: String
    $projectEnvironmentConfigId: ID
    $options: JSON
    $status: AppletStatusEnum
    $triggers: [AppletStepInput!]
    $actions: [AppletStepInput!]
    $condition: AppletConditionInput
  ) {
    createAppletInstance(
      name: $name
      appletVersionId: $appletVersionId
      description: $description
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      options: $options
      status: $status
      triggers: $triggers
      actions: $actions
      condition: $condition
    ) {
      id
      version
      status
      sentence
      triggers {
        id
        name
        webhook {
          url
          secretLast4
        }
        nextRunAt
      }
      actions {
        id
        name
      }
      condition {
        id
        options
      }
    }
  }
`;

export interface CreatedInstance {
  readonly id: string;
  readonly version: number;
  readonly status: string;
  readonly sentence: string;
  readonly triggers: {
    id: string;
    name: string;
    webhook: { url: string; secretLast4: string } | null;
    nextRunAt: string | null;
  }[];
  readonly actions: { id: string; name: string }[];
  readonly condition: { id: string; options: unknown };
}

export function createInstance(
  server: TestServer,
  place: TestPlace,
  instance: Record<string, unknown>,
): Promise<GraphqlAnswer<{ createAppletInstance: CreatedInstance }>> {
  return server.graphql(
    create,
    {
      name: "Applet",
      appletVersionId: blank,
      projectEnvironmentConfigId: place.live,
      status: "ACTIVE",
      ...instance,
    },
    { userId: place.userId },
  );
}

export async function anInstance(
  server: TestServer,
  place: TestPlace,
  instance: Record<string, unknown>,
): Promise<CreatedInstance> {
  const answer = await createInstance(server, place, instance);
  if (answer.errors[0])
    throw new Error(`${answer.errors[0].message} ${JSON.stringify(answer.errors[0].extensions)}`);
  return answer.data.createAppletInstance;
}

export interface LoggedRun {
  readonly id: string;
  readonly status: string;
  readonly triggerKind: string;
  readonly error: string | null;
  readonly attempt: number;
  readonly retryOf: string | null;
  readonly condition: { kind: string; outcome: boolean } | null;
  readonly actions: { name: string; status: string; input: unknown; output: unknown; error: string | null }[];
}

const runs = /* GraphQL */ `
  query GetAppletRuns(
    $id: ID!
    $instance: ID
    $status: AppletRunStatus
    $search: String
    $before: String
    $limit: Int
  ) {
    appletRuns(
      projectEnvironmentConfigId: $id
      appletInstanceId: $instance
      status: $status
      search: $search
      before: $before
      limit: $limit
    ) {
      nextCursor
      searched
      rows {
        id
        status
        triggerKind
        error
        attempt
        retryOf
        condition
        actions {
          name
          status
          input
          output
          error
          ms
        }
        ms
      }
    }
  }
`;

interface LoggedRuns {
  readonly rows: LoggedRun[];
  readonly nextCursor: string | null;
  readonly searched: number | null;
}

export async function runLog(
  server: TestServer,
  place: TestPlace,
  filter: Record<string, unknown> = {},
): Promise<LoggedRuns> {
  const answer = await server.graphql<{ appletRuns: LoggedRuns }>(
    runs,
    { id: place.live, ...filter },
    { userId: place.userId },
  );
  if (answer.errors[0]) throw new Error(answer.errors[0].message);
  return answer.data.appletRuns;
}

/** Waits until that many runs have come to an end. */
export async function finishedRuns(
  server: TestServer,
  place: TestPlace,
  count: number,
  filter: Record<string, unknown> = {},
): Promise<LoggedRun[]> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const { rows } = await runLog(server, place, filter);
    const finished = rows.filter((run) => !["QUEUED", "RUNNING"].includes(run.status));
    if (finished.length >= count) return finished;
    if (Date.now() > deadline)
      throw new Error(`Only ${finished.length} of ${count} runs: ${JSON.stringify(rows)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
