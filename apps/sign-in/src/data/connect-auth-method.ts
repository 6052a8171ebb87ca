import type { DataClient } from "./data-client.ts";
import { DataError } from "./data-client.ts";

const CONNECT_AUTH_METHOD = `mutation ConnectAuthMethod($userId: ID!, $accountAuthMethodSettingsId: ID!) {
  connectAuthMethod(userId: $userId, accountAuthMethodSettingsId: $accountAuthMethodSettingsId)
}`;

/** False when the API refuses; throws when it could not be asked. */
export async function connectAuthMethod(
  data: DataClient,
  userId: string,
  accountAuthMethodSettingsId: string,
) {
  try {
    const answer = await data.call(CONNECT_AUTH_METHOD, { userId, accountAuthMethodSettingsId });
    return Boolean(answer["connectAuthMethod"]);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    console.error("The login method was refused.", error.message);
    return false;
  }
}
