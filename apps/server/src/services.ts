// Puts together what a running server is made of, from its configuration.
import type { GrantsMemory } from "#access/viewer.ts";
import { createBriefMemory } from "#platform/brief-memory.ts";
import type { Config } from "#platform/config.ts";
import type { DatabaseConnection } from "#platform/database.ts";
import { type DatabaseWatch, unwatched } from "#platform/database-watch.ts";
import { createFiles } from "#platform/files/files.ts";
import { createFairShare } from "#platform/http/fair-share.ts";
import type { Live } from "#platform/live.ts";
import type { Log } from "#platform/log.ts";
import { createOnce } from "#platform/idempotency.ts";
import { createMailbox } from "#platform/mail/mailbox.ts";
import { createMailer } from "#platform/mail/mailer.ts";
import { createOutgoing } from "#platform/outgoing/outgoing.ts";
import { hasRowSecurity } from "#platform/row-security/scoped-database.ts";
import { loadMasterKeys } from "#platform/secrets/master-keys.ts";
import { createSecrets } from "#platform/secrets/secrets.ts";
import { askProvider } from "#platform/whoami.ts";
import type { Services, SignedIn } from "./context.ts";
import { sentenceEncoderFor } from "#domains/nlu";
import { createScriptSandbox } from "#domains/script-sandbox";
import { createIdentityProvider } from "./identity/index.ts";

export async function createServices(parts: {
  config: Config;
  log: Log;
  connection: DatabaseConnection;
  live: Live;
  databaseWatch?: DatabaseWatch;
}): Promise<Services> {
  const { config, log, connection, live } = parts;
  const { db, pool } = connection;
  const isRowSecurityOn = await hasRowSecurity(pool);
  if (!isRowSecurityOn) {
    log.warn("Row-level security is off: the database user may not create or use the role parley_scoped.");
  }
  const sentences = sentenceEncoderFor(config.sentenceEmbeddings, config.addOnsDir);
  if (sentences) log.info({ encoder: sentences.name }, "English bots may use sentence embeddings");
  const databaseWatch = parts.databaseWatch ?? unwatched;
  const outgoing = createOutgoing({ privateHosts: config.privateHosts, log });
  const secrets = createSecrets(loadMasterKeys(config));
  const files = await createFiles(config);
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, store: createMailbox(db) });
  const identity = config.hasBuiltInProvider
    ? await createIdentityProvider({ db, pool, config, log, outgoing, secrets, now: databaseWatch.now })
    : undefined;
  const grants: GrantsMemory = createBriefMemory(config.verifiedForMs);
  const sessions = createBriefMemory<SignedIn | undefined>(config.verifiedForMs);
  const sessionOf = (cookie: string | undefined) => (identity ? identity.sessionCookie(cookie) : cookie);
  live.on("access-changed", () => grants.forget());
  live.on("session-ended", () => sessions.forget());
  return {
    config,
    log,
    db,
    pool,
    isRowSecurityOn,
    databaseWatch,
    live,
    outgoing,
    secrets,
    files,
    once: createOnce(db, secrets),
    fairShare: createFairShare(config.tenantRequestsPerSecond),
    mailer,
    scripts: createScriptSandbox(),
    sentences,
    identity,
    grants,
    // The built-in provider answers from one indexed query; another one is asked over HTTP.
    whoami(cookie) {
      const session = sessionOf(cookie);
      if (!cookie || !session) return Promise.resolve(undefined);
      return sessions.get(session, () =>
        identity
          ? databaseWatch.during(() => signedIn(identity.whoami(cookie)))
          : askProvider(config.urls.provider, cookie, log),
      );
    },
    sessionOf,
  };
}

async function signedIn(session: Promise<{ id: string; identity: { id: string } } | null>) {
  const found = await session;
  return found ? { userId: found.identity.id, sessionId: found.id } : undefined;
}
