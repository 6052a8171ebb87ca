// The environments of a project, to move between their applets.
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const environmentsQuery = graphql(`
  query GetEnvsList($projectId: ID!) {
    getListEnvs(projectId: $projectId) {
      data
    }
  }
`);

export type ListedEnvironment = { id: string; name: string; status: string };

export function useEnvironments(projectId: string) {
  const { data, error, reload } = useData(
    environmentsQuery,
    { projectId },
    { types: ["DataResult", "DataResultWithMessages", "ProjectEnvironmentConfig"] },
  );
  const rows: unknown = data?.getListEnvs.data;
  const environments = Array.isArray(rows) ? rows.filter(isEnvironment) : [];
  return { environments: data ? environments : undefined, error, reload };
}

function isEnvironment(row: unknown): row is ListedEnvironment {
  return row !== null && typeof row === "object" && "id" in row && "name" in row && "status" in row;
}
