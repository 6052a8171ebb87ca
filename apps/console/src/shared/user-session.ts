// Whether somebody is signed in anywhere, live.
import { useSubscription } from "urql";
import { graphql } from "../generated/graphql.ts";

const sessionSubscription = graphql(`
  subscription UserSessionSubscription($userId: ID!) {
    userSession(userId: $userId) {
      id
      userName
      hasActiveSessions
    }
  }
`);

/** undefined until the server has said so. */
export function useHasActiveSessions(userId: string): boolean | undefined {
  const [{ data }] = useSubscription({ query: sessionSubscription, variables: { userId } });
  return data?.userSession.id === userId ? data.userSession.hasActiveSessions : undefined;
}
