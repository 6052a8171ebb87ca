import { useParams } from "react-router";
import { graphql } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";

const budgetQuery = graphql(`
  query GetBudgetCurrency($projectId: ID!) {
    llmBudget(projectId: $projectId) {
      projectId
      currency
    }
  }
`);

/** The currency the project's prices are in. */
export function useCurrency(): string {
  const { projectId = "" } = useParams();
  return useData(budgetQuery, { projectId }, { policy: "cache-first" }).data?.llmBudget.currency ?? "USD";
}
