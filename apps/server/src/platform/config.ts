// The only reader of process.env. Every setting has a default that works on one machine.
import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { z } from "zod";

const port = z.coerce.number().int().min(0).max(65_535);
const flag = z.enum(["on", "off"]).transform((value) => value === "on");
const url = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/$/, ""));
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== ""),
);
const repository = resolve(import.meta.dirname, "../../../..");
const ROLES = ["api", "identity", "chat", "worker", "console", "sign-in"] as const;

const settings = z.object({
  PARLEY_ROLES: z
    .string()
    .default(ROLES.join(","))
    .pipe(list)
    .pipe(z.array(z.enum(ROLES)).min(1)),
  PARLEY_DEMO: flag.default(true),
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  // Somebody who watches a terminal wants to see the addresses, not a line for every request.
  LOG_LEVEL: z
    .enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"])
    .default(() => (process.stdout.isTTY ? "warn" : "info")),

  HOST: z.string().min(1).default("localhost"),
  PORT: port.default(3000),
  SIGN_IN_PORT: port.default(4455),
  PROVIDER_PORT: port.default(4433),
  PROVIDER_ADMIN_PORT: port.default(4434),
  API_PORT: port.default(8080),

  CONSOLE_URL: url.optional(),
  SIGN_IN_URL: url.optional(),
  API_URL: url.optional(),
  PROVIDER_URL: url.optional(),
  PROVIDER_ADMIN_URL: url.optional(),
  DEVELOPMENT_MANAGER_URL: url.optional(),
  ALLOWED_RETURN_URLS: list.default([]),
  ALLOWED_ORIGINS: list.default([]),

  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  EMBEDDED_POSTGRES_PORT: port.default(0),
  FILES_URL: z.string().default("file:"),
  HINTS_URL: z
    .string()
    .regex(
      /^(postgres:|(rediss?|nats|tls):\/\/[^/\s]+)/,
      "use postgres:, redis://host, rediss://host, nats://host or tls://host",
    )
    .default("postgres:"),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().default("Parley <no-reply@localhost>"),

  ADMIN_SECRET: z.string().min(24).optional(),
  SECRETS_KEY: z.base64().length(44).optional(),
  ADMIN_EMAIL: z.email().default("admin@parley.example"),
  ADMIN_PASSWORD: z.string().min(8).optional(),
  REGISTRATION: flag.default(false),
  PRIVATE_HOSTS: list.default([]),
  VERIFIED_FOR_MS: z.coerce.number().int().min(0).max(1_000).default(1_000),
  TENANT_REQUESTS_PER_SECOND: z.coerce.number().int().min(0).max(1_000_000).default(500),
  METRICS_TOKEN: z.string().min(16).optional(),
  TRUSTED_PROXIES: list.default(["loopback"]),
  GRAPHQL_OPERATIONS: z.enum(["any", "known"]).default("any"),
  ADD_ONS_DIR: z.string().min(1).default("add-ons"),
  SENTENCE_EMBEDDINGS: z.enum(["auto", "on", "off"]).default("auto"),
});

/** For the test that .env.example is complete. */
export const settingNames = Object.keys(settings.shape);

export type Role = (typeof ROLES)[number];
export type Config = ReturnType<typeof readConfig>;

export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Throws one ConfigError that names every bad setting in a sentence of its own. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const sentences = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return `${name} is ${JSON.stringify(given[name])}, which does not work: ${issue.message}.`;
    });
    throw new ConfigError([...new Set(sentences)].join("\n"));
  }
  const value = parsed.data;
  if ((value.PROVIDER_URL === undefined) !== (value.PROVIDER_ADMIN_URL === undefined)) {
    throw new ConfigError("PROVIDER_URL and PROVIDER_ADMIN_URL go together: set both or neither.");
  }
  const at = (portNumber: number) => `http://${value.HOST}:${portNumber}`;
  return {
    roles: new Set<Role>(value.PARLEY_ROLES),
    demo: value.PARLEY_DEMO,
    isProduction: value.NODE_ENV === "production",
    logLevel: value.LOG_LEVEL,
    host: value.HOST,
    ports: {
      console: value.PORT,
      signIn: value.SIGN_IN_PORT,
      provider: value.PROVIDER_PORT,
      providerAdmin: value.PROVIDER_ADMIN_PORT,
      api: value.API_PORT,
    },
    urls: {
      console: value.CONSOLE_URL ?? at(value.PORT),
      signIn: value.SIGN_IN_URL ?? at(value.SIGN_IN_PORT),
      api: value.API_URL ?? at(value.API_PORT),
      provider: value.PROVIDER_URL ?? at(value.PROVIDER_PORT),
      providerAdmin: value.PROVIDER_ADMIN_URL ?? `http://127.0.0.1:${value.PROVIDER_ADMIN_PORT}`,
      developmentManager: value.DEVELOPMENT_MANAGER_URL,
    },
    hasBuiltInProvider: value.PROVIDER_URL === undefined,
    allowedReturnUrls: value.ALLOWED_RETURN_URLS,
    allowedOrigins: value.ALLOWED_ORIGINS,
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    embeddedPostgresPort: value.EMBEDDED_POSTGRES_PORT,
    filesUrl: value.FILES_URL,
    hintsUrl: value.HINTS_URL,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    // Generated per process when absent: then nobody outside this process can hold it.
    adminSecret: value.ADMIN_SECRET ?? randomBytes(32).toString("base64url"),
    secretsKey: value.SECRETS_KEY,
    admin: { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD },
    isRegistrationOpen: value.REGISTRATION,
    privateHosts: value.PRIVATE_HOSTS,
    verifiedForMs: value.VERIFIED_FOR_MS,
    tenantRequestsPerSecond: value.TENANT_REQUESTS_PER_SECOND,
    metricsToken: value.METRICS_TOKEN,
    trustedProxies: value.TRUSTED_PROXIES,
    graphqlOperations: value.GRAPHQL_OPERATIONS,
    addOnsDir: resolve(repository, value.ADD_ONS_DIR),
    sentenceEmbeddings: value.SENTENCE_EMBEDDINGS,
  };
}
