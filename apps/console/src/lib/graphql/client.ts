// The one data client: POST with credentials, cache-and-network, the user id on every call.
import { cacheExchange, Client, fetchExchange, mapExchange, subscriptionExchange } from "@urql/core";
import { graphql } from "../../generated/graphql.ts";
import { config } from "../config.ts";
import { currentUserId, goToSignIn } from "../session.ts";
import { codeOf, isUnauthenticated, isUnreached } from "./errors.ts";
import { createFreshReads } from "./fresh-reads.ts";
import { createReach } from "./reach.ts";
import { forwardSubscription } from "./subscriptions.ts";
import { fetchAgain, isMutation } from "./try-again.ts";
import { uploadHeaders } from "./upload.ts";

const url = `${config.apiUrl}/v1/graphql`;

const reachQuery = graphql(`
  query IsReached {
    currentUser {
      id
    }
  }
`);

const reads = createFreshReads();

const probeMs = 4_000;

// One that hangs is given up before the next: a connection may be dead without saying so.
export const reach = createReach(() => {
  const probe = client.query(reachQuery, {}, { requestPolicy: "network-only" }).subscribe(() => undefined);
  setTimeout(() => probe.unsubscribe(), probeMs);
});

export const client = new Client({
  url,
  requestPolicy: "cache-and-network",
  preferGetMethod: false,
  fetchOptions: { credentials: "include" },
  fetch: fetchAsUser,
  exchanges: [
    mapExchange({
      onError: (error) => {
        if (isUnauthenticated(error)) goToSignIn();
      },
    }),
    cacheExchange,
    mapExchange({
      onResult: ({ error, operation: { kind } }) => {
        // A change may be refused as unavailable for what is behind the server, such as a mail server.
        const isSilent = kind === "mutation" && error && codeOf(error) === "UNAVAILABLE";
        if (kind !== "subscription" && !isSilent) reach.note(!isUnreached(error));
      },
    }),
    fetchExchange,
    subscriptionExchange({ forwardSubscription }),
  ],
});

// No data call leaves before whoami has answered.
async function fetchAsUser(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const userId = await currentUserId();
  const headers = new Headers(init?.headers);
  if (userId) headers.set("x-hasura-user-id", userId);
  for (const [name, value] of Object.entries(uploadHeaders(init?.body, document.cookie)))
    headers.set(name, value);
  const send = () => fetch(input, { ...init, headers });
  const body = init?.body;
  if (typeof body === "string" && !isMutation(body))
    return reads.read(body, () => fetchAgain(async () => wholeOf(await send())));
  try {
    if (typeof body !== "string") return await send();
    // One key for all tries: a change whose answer was lost is not made again, its answer is.
    headers.set("idempotency-key", crypto.randomUUID());
    return await fetchAgain(send);
  } finally {
    reads.noteChange();
  }
}

/** With its body in memory: what breaks off on the way counts as lost. */
async function wholeOf(response: Response): Promise<Response> {
  const { status, statusText, headers } = response;
  return new Response(await response.text(), { status, statusText, headers });
}
