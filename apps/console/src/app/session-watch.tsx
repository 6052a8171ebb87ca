// Notices when the last session of the person was ended elsewhere, and says so after the next sign-in.
import { useEffect } from "react";
import { useSubscription } from "urql";
import { graphql } from "../generated/graphql.ts";
import { goToSignIn } from "../lib/session.ts";
import { useViewer } from "../shared/viewer.tsx";

const sessionSubscription = graphql(`
  subscription UserSessionSubscription($userId: ID!) {
    userSession(userId: $userId) {
      id
      userName
      hasActiveSessions
    }
  }
`);

export function SessionWatch() {
  const { id } = useViewer();
  const [{ data }] = useSubscription({ query: sessionSubscription, variables: { userId: id } });
  const isEnded = data?.userSession.hasActiveSessions === false;
  useEffect(() => {
    if (isEnded) goToSignIn();
  }, [isEnded]);
  return null;
}
