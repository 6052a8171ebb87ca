import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const switcherQuery = graphql(`
  query GetSwitcherProjects($accountId: ID!) {
    projects(filterCriteria: { accountId: $accountId }) {
      id
      name
      picture
    }
  }
`);

/** The organisation's projects by name, for the switcher and the palette. */
export function useSwitcherProjects(accountId: string | undefined) {
  const { data } = useData(
    switcherQuery,
    { accountId: accountId ?? "" },
    { isPaused: accountId === undefined, types: ["Project"] },
  );
  return data?.projects ?? [];
}
