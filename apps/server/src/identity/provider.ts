// The built-in identity provider: the API of Ory Kratos, and the calls the server makes in process.
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { Config } from "#platform/config.ts";
import type { Database, Db, Tx } from "#platform/database.ts";
import { cookieOf } from "#platform/http/cookies.ts";
import type { Log } from "#platform/log.ts";
import { createMailbox } from "#platform/mail/mailbox.ts";
import { type Mailer, createMailer } from "#platform/mail/mailer.ts";
import { type Outgoing, createOutgoing } from "#platform/outgoing/outgoing.ts";
import { loadMasterKeys } from "#platform/secrets/master-keys.ts";
import { type Secrets, createSecrets } from "#platform/secrets/secrets.ts";
import { createAdminApp } from "./admin-app.ts";
import { type ConnectionTests, createConnectionTests } from "./connection-tests.ts";
import { createBackground } from "./background.ts";
import type { Provider } from "./context.ts";
import { sessionCookieName } from "./exchange.ts";
import {
  type IdentityDetails,
  deleteIdentity,
  putIdentity,
  setIdentityState,
  setPasswordOf,
} from "./identity-calls.ts";
import { type Session, sessionJson } from "./json.ts";
import { createPatientMailer } from "./patient-mailer.ts";
import { createPublicApp } from "./public-app.ts";
import { loadProviderKey } from "./provider-key.ts";
import { mailedRecovery, type StartedRecovery } from "./recovery-for.ts";
import { createSealer } from "./sealing.ts";
import { reachesOwnLevel } from "./session-checks.ts";
import { noteUse } from "./session-routes.ts";
import { findSessionByToken, revokeSessions, startSession } from "./sessions.ts";
import { type IdentitySettings, identitySettings } from "./settings.ts";
import { sweep } from "./sweep.ts";

export interface IdentityProviderOptions {
  readonly db: Database;
  readonly pool: Pool;
  readonly config: Config;
  readonly log: Log;
  readonly mailer?: Pick<Mailer, "send">;
  readonly outgoing?: Pick<Outgoing, "asFetch">;
  readonly secrets?: Secrets;
  readonly settings?: Partial<IdentitySettings>;
  readonly now?: () => Date;
}

export interface IdentityProvider {
  readonly publicApp: FastifyInstance;
  readonly adminApp: FastifyInstance;
  /** Null for whoever is not signed in as far as their own second factor asks. One indexed query. */
  whoami(cookieHeader: string | undefined): Promise<Session | null>;
  sessionCookie(cookieHeader: string | undefined): string | undefined;
  /** Completes an identity that is there under the same id. Answers its id. */
  createIdentity(identity: IdentityDetails, tx?: Db): Promise<string>;
  /** A signed-in browser: answers its Cookie header. */
  createSession(identityId: string): Promise<string>;
  setPassword(identityId: string, password: string): Promise<void>;
  setState(identityId: string, state: "active" | "inactive"): Promise<void>;
  revokeSessions(identityId: string, exceptSessionId?: string): Promise<string[]>;
  deleteIdentity(identityId: string): Promise<boolean>;
  /** The way back into an account, to be mailed. Null where the person could not ask for it themselves. */
  mailedRecovery(identityId: string): Promise<StartedRecovery | null>;
  readonly connectionTests: ConnectionTests;
  /** Removes what has expired. Runs by itself every minute once started. */
  sweep(): Promise<void>;
  /** Resolves when mails and the like that answers did not wait for are done. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

const sweepEveryMs = 60_000;

export async function createIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const { db, pool, config, log } = options;
  const background = createBackground(log);
  const secrets = options.secrets ?? createSecrets(loadMasterKeys(config));
  const mailer = createPatientMailer(
    options.mailer ??
      createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, store: createMailbox(db) }),
    log,
  );
  const provider: Provider = {
    db,
    pool,
    log,
    secrets,
    settings: identitySettings(config, options.settings),
    sealer: createSealer(await loadProviderKey(db, secrets)),
    mailer,
    outgoing: options.outgoing ?? createOutgoing({ privateHosts: config.privateHosts, log }),
    now: options.now ?? (() => new Date()),
    later: background.later,
  };
  const publicApp = await createPublicApp(provider);
  const adminApp = await createAdminApp(provider);
  const timer = setInterval(
    () => background.later("removing what has expired", () => sweep(provider)),
    sweepEveryMs,
  );
  timer.unref();
  // Whoever closes the listener may close the database next.
  publicApp.addHook("onClose", async () => {
    clearInterval(timer);
    mailer.close();
    await background.idle();
  });
  const cookieName = sessionCookieName(provider.settings.publicUrl);
  // One call asks several times.
  let last: { header: string | undefined; session: string | undefined } | undefined;
  const sessionCookie = (header: string | undefined) => {
    if (!last || last.header !== header) last = { header, session: cookieOf(header, cookieName) };
    return last.session;
  };
  const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => db.transaction().execute(work);

  return {
    publicApp,
    adminApp,
    sessionCookie,
    async whoami(cookieHeader) {
      const token = sessionCookie(cookieHeader);
      if (token === undefined) return null;
      const session = await findSessionByToken(db, token, provider.now());
      if (session === null || !reachesOwnLevel(session)) return null;
      noteUse(provider, session);
      return sessionJson(session, provider.settings.publicUrl);
    },
    createIdentity: (identity, tx) =>
      tx === undefined
        ? inTransaction((own) => putIdentity(provider, own, identity))
        : putIdentity(provider, tx, identity),
    async createSession(identityId) {
      const now = provider.now();
      const started = await startSession(
        db,
        {
          identityId,
          methods: [{ method: "password", aal: "aal1", completed_at: now.toISOString() }],
          device: { ipAddress: "", userAgent: "" },
          expiresAt: new Date(now.getTime() + provider.settings.lifespans.session),
        },
        now,
      );
      if ("refusal" in started) throw new Error("There is no active identity to sign in.");
      return `${cookieName}=${started.token}`;
    },
    setPassword: (identityId, password) =>
      inTransaction((tx) => setPasswordOf(provider, tx, identityId, password)),
    setState: (identityId, state) => inTransaction((tx) => setIdentityState(provider, tx, identityId, state)),
    revokeSessions: (identityId, exceptId) =>
      inTransaction((tx) => revokeSessions(tx, { identityId, exceptId }, provider.now())),
    deleteIdentity: (identityId) => inTransaction((tx) => deleteIdentity(provider, tx, identityId)),
    mailedRecovery: (identityId) => mailedRecovery(provider, identityId),
    connectionTests: createConnectionTests(provider),
    sweep: () => sweep(provider),
    idle: background.idle,
    async close() {
      await Promise.all([publicApp.close(), adminApp.close()]);
    },
  };
}
