// The provider alone on its own database and real ports, with a clock that tests can move.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "#platform/config.ts";
import { type DatabaseConnection, connectDatabase } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { createLog } from "#platform/log.ts";
import { createTestDatabase } from "#testing/database.ts";
import { freePort } from "#testing/free-ports.ts";
import { mailsTo } from "#platform/mail/mailbox.ts";
import { type IdentityProvider, createIdentityProvider } from "../provider.ts";
import type { IdentitySettings } from "../settings.ts";
import { type Browser, createBrowser, csrfOf, textAt } from "./browser.ts";

export interface TestProvider {
  readonly provider: IdentityProvider;
  readonly connection: DatabaseConnection;
  readonly publicUrl: string;
  readonly adminUrl: string;
  readonly dataDir: string;
  /** `forwardedFor` is what a proxy on this machine says about where the call comes from. */
  browser(forwardedFor?: string): Browser;
  /** A person with a password and a row in users. */
  person(options?: { email?: string; password?: string }): Promise<Person>;
  signIn(person: Person): Promise<Browser>;
  /** Six digits from the newest mail to this address. */
  codeSentTo(email: string): Promise<string>;
  advance(milliseconds: number): void;
  /** A second server on the same database. */
  another(): Promise<TestProvider>;
  stop(): Promise<void>;
}

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export interface TestProviderOptions {
  readonly settings?: Partial<IdentitySettings>;
  readonly env?: Record<string, string>;
}

export async function startTestProvider(options: TestProviderOptions = {}): Promise<TestProvider> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "parley-identity-"));
  const clock = { offset: 0 };
  const started: TestProvider[] = [];

  async function start(): Promise<TestProvider> {
    const [port, adminPort] = [await freePort(), await freePort()];
    const config = readConfig({
      NODE_ENV: "test",
      HOST: "localhost",
      DATA_DIR: dataDir,
      PROVIDER_PORT: String(port),
      PROVIDER_ADMIN_PORT: String(adminPort),
      PRIVATE_HOSTS: "localhost,127.0.0.1",
      ...options.env,
    });
    const log = createLog(process.env["TEST_LOG"] ?? "silent");
    const connection = connectDatabase(database.url, 6, log);
    const now = () => new Date(Date.now() + clock.offset);
    const { db, pool } = connection;
    const provider = await createIdentityProvider({
      db,
      pool,
      config,
      log,
      now,
      settings: options.settings ?? {},
    });
    await provider.publicApp.listen({ port, host: "localhost" });
    await provider.adminApp.listen({ port: adminPort, host: "127.0.0.1" });
    const publicUrl = config.urls.provider;
    const self: TestProvider = {
      provider,
      connection,
      publicUrl,
      adminUrl: config.urls.providerAdmin,
      dataDir,
      browser: (forwardedFor) =>
        createBrowser(publicUrl, new Map(), forwardedFor ? { "x-forwarded-for": forwardedFor } : {}),
      person: async ({ email = `${newId()}@example.com`, password = "a long enough phrase" } = {}) => {
        const id = await provider.createIdentity({ email, password, isAddressVerified: true });
        await db
          .insertInto("users")
          .values({ id, user_name: email, first_name: "Ann", last_name: "Bee" })
          .execute();
        return { id, email, password };
      },
      signIn: async (person) => {
        const browser = createBrowser(publicUrl);
        const { body } = await browser.getJson("/self-service/login/browser");
        const answer = await browser.postJson(`/self-service/login?flow=${textAt(body, "id")}`, {
          method: "password",
          identifier: person.email,
          password: person.password,
          csrf_token: csrfOf(body),
        });
        if (answer.status !== 200 && answer.status !== 422)
          throw new Error(`sign-in: ${JSON.stringify(answer.body)}`);
        return browser;
      },
      codeSentTo: async (email) => {
        await provider.idle();
        const [mail] = await mailsTo(db, email, 1);
        return /\b(\d{6})\b/.exec(mail?.text ?? "")?.[1] ?? "";
      },
      advance: (milliseconds) => {
        clock.offset += milliseconds;
      },
      another: start,
      stop: async () => {
        for (const one of started) {
          await one.provider.close();
          await one.connection.close();
        }
        await database.drop();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
    started.push(self);
    return self;
  }
  return start();
}
