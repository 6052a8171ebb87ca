// GraphQL calls to the API. Each carries the id whoami gave; without one the call goes on without it.
import type { IdentityClient } from "@parley/identity-client";

export type DataClient = ReturnType<typeof createDataClient>;

/** The API answered, and said no. Anything else that goes wrong is thrown as it is. */
export class DataError extends Error {
  override name = "DataError";
}

const TIMEOUT_MS = 8_000;

export function createDataClient(apiUrl: string, identity: IdentityClient) {
  let userId: Promise<string | undefined> | undefined;

  /** Asked once per page, before the first data call. */
  const currentUserId = () => (userId ??= readUserId(identity));

  const call = async (
    query: string,
    variables: Record<string, unknown>,
  ): Promise<Record<string, unknown>> => {
    const id = await currentUserId();
    const response = await fetch(`${apiUrl}/v1/graphql`, {
      method: "POST",
      credentials: "include",
      headers: {
        "Content-Type": "application/json",
        ...(id === undefined ? {} : { "x-hasura-user-id": id }),
      },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const answer: { data?: unknown; errors?: unknown } = Object(await response.json());
    if (Array.isArray(answer.errors) && answer.errors.length > 0) {
      const first: { message?: unknown } = Object(answer.errors[0]);
      throw new DataError(typeof first.message === "string" ? first.message : "The API refused the call.");
    }
    return Object(answer.data);
  };

  return { call, currentUserId };
}

async function readUserId(identity: IdentityClient): Promise<string | undefined> {
  const answer = await identity.whoami();
  if (answer.kind === "ok") return answer.body.identity.id;
  console.info("Nobody is signed in, or whoami failed; going on without a user id.", answer.status);
  return undefined;
}
