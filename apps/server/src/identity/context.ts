// What every part of the provider is given.
import type { Pool } from "pg";
import type { Database } from "#platform/database.ts";
import type { Log } from "#platform/log.ts";
import type { Mailer } from "#platform/mail/mailer.ts";
import type { Outgoing } from "#platform/outgoing/outgoing.ts";
import type { SecretBinding, Secrets } from "#platform/secrets/secrets.ts";
import type { Sealer } from "./sealing.ts";
import type { IdentitySettings } from "./settings.ts";

export interface Provider {
  readonly db: Database;
  readonly pool: Pool;
  readonly settings: IdentitySettings;
  readonly log: Log;
  readonly sealer: Sealer;
  readonly mailer: Pick<Mailer, "send">;
  readonly outgoing: Pick<Outgoing, "asFetch">;
  readonly secrets: Pick<Secrets, "decryptSecret">;
  readonly now: () => Date;
  /**
   * Work whose length must not show in an answer: what a mail needs takes longer for an address that
   * exists. Failures are logged; the person asks again.
   */
  readonly later: (what: string, work: () => Promise<void>) => void;
}

/** The place a connection's client secret belongs to, for whoever stores it. */
export function clientSecretBinding(accountId: string, customAuthMethodId: string): SecretBinding {
  return {
    tenantId: accountId,
    column: "custom_auth_methods.client_secret_encrypted",
    rowId: customAuthMethodId,
  };
}
