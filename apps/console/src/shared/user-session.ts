// Whether somebody is signed in anywhere, live.
import { useMemo } from "react";
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

const signedInSubscription = graphql(`
  subscription SignedInUsers($accountId: ID!, $userIds: [ID!]!) {
    signedInUsers(accountId: $accountId, userIds: $userIds)
  }
`);

/** Of the people of a list, those who are signed in; undefined until the server has said so. */
export function useSignedIn(accountId: string, userIds: readonly string[]): ReadonlySet<string> | undefined {
  const key = userIds.join(" ");
  const variables = useMemo(
    () => ({ accountId, userIds: key === "" ? [] : key.split(" ") }),
    [accountId, key],
  );
  const [{ data, operation }] = useSubscription({
    query: signedInSubscription,
    variables,
    pause: key === "",
  });
  // The answer about the people of another page says nothing about these.
  const isAbout = operation?.variables.userIds === variables.userIds;
  return useMemo(() => (data && isAbout ? new Set(data.signedInUsers) : undefined), [data, isAbout]);
}
