// A sign-in in a window of its own with the connection as it is typed; the outcome is asked for until it is there.
import { useCallback, useEffect, useState } from "react";
import { useClient } from "urql";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { ConnectionInput } from "./connection-draft.ts";

const startMutation = graphql(`
  mutation StartLoginMethodTest($accountId: ID!, $connection: CustomAuthMethodInput!) {
    startLoginMethodTest(accountId: $accountId, connection: $connection) {
      id
      url
    }
  }
`);

const outcomeQuery = graphql(`
  query LoginMethodTest($id: ID!) {
    loginMethodTest(id: $id) {
      id
      state
      reason
      subject
      email
      firstName
      lastName
      claims
      effect
      personName
    }
  }
`);

export type TestOutcome = ResultOf<typeof outcomeQuery>["loginMethodTest"];
type Test = { id: string; url: string; window: Window | null; outcome: TestOutcome | undefined };

const everyMs = 1_000;

export function useConnectionTest(accountId: string) {
  const client = useClient();
  const [startTest] = useChange(startMutation);
  const [test, setTest] = useState<Test>();
  const isWaiting = test !== undefined && (test.outcome?.state ?? "WAITING") === "WAITING";

  const start = useCallback(
    async (connection: ConnectionInput) => {
      setTest(undefined);
      // Opened at the click: a window opened after waiting for an answer would be blocked.
      const opened = window.open("about:blank", "parley-login-test", "popup,width=560,height=720");
      try {
        const { startLoginMethodTest: started } = await startTest({ accountId, connection });
        const url = started.url ?? "";
        if (opened) opened.location.href = url;
        setTest({ id: started.id, url, window: opened, outcome: undefined });
      } catch (reason) {
        opened?.close();
        throw reason;
      }
    },
    [accountId, startTest],
  );

  const id = test?.id;
  useEffect(() => {
    if (id === undefined || !isWaiting) return undefined;
    const timer = setInterval(() => {
      void client
        .query(outcomeQuery, { id }, { requestPolicy: "network-only" })
        .toPromise()
        .then(({ data }) => {
          if (!data || data.loginMethodTest.state === "WAITING") return;
          setTest((current) => {
            if (current?.id !== id) return current;
            current.window?.close();
            return { ...current, outcome: data.loginMethodTest };
          });
        });
    }, everyMs);
    return () => clearInterval(timer);
  }, [client, id, isWaiting]);

  return { start, isWaiting, url: test?.url, outcome: test?.outcome, forget: () => setTest(undefined) };
}
