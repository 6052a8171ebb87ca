import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const nameQuery = graphql(`
  query GetSolutionName($id: ID!) {
    solutionById(id: $id) {
      id
      name
    }
  }
`);

/** For the way back to the solution; an ellipsis until it is known. */
export function useSolutionName(id: string): string {
  return useData(nameQuery, { id }).data?.solutionById.name ?? "…";
}
