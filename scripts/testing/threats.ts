// Which tests stand against which threat. A test is one case, unless it says in `task.meta.cases` how many it tried.
export interface Threat {
  readonly id: string;
  readonly name: string;
  /** Parts of paths; `path > words` takes the tests with these words in their full name only. */
  readonly tests: readonly string[];
}

const server = "apps/server/src";

export const threats: readonly Threat[] = [
  {
    id: "S1",
    name: "A user id in a header is believed",
    tests: [`${server}/security/claimed-identity.test.ts`, `${server}/api.test.ts > the identity of a call`],
  },
  {
    id: "S2",
    name: "A secret in what browsers get",
    tests: [`${server}/security/bundles.test.ts`],
  },
  {
    id: "S3",
    name: "Open redirects",
    tests: [`${server}/identity/return-to.test.ts`, "apps/sign-in/src/outcome/allowed-url.test.ts"],
  },
  {
    id: "S4",
    name: "Objects of other organisations",
    tests: [
      `${server}/authorisation-matrix.test.ts`,
      `${server}/row-security.test.ts`,
      `${server}/security/private-files.test.ts`,
    ],
  },
  { id: "S5", name: "Giving oneself more rights", tests: [`${server}/escalation.test.ts`] },
  {
    id: "S6",
    name: "Parent and child organisations mixed up",
    tests: [`${server}/security/account-trees.test.ts`],
  },
  {
    id: "S7",
    name: "Calls into the private network",
    tests: [
      `${server}/platform/outgoing/`,
      `${server}/script-sandbox/script-http.test.ts`,
      `${server}/security/one-way-out.test.ts`,
      `${server}/llm/credentials.test.ts > private network`,
    ],
  },
  {
    id: "S8",
    name: "Stored scripts and styles",
    tests: [
      `${server}/channels/custom-css.test.ts`,
      "e2e/chat.spec.ts > attacks as the text",
      "e2e/policy.spec.ts",
    ],
  },
  {
    id: "S9",
    name: "Files that run, lie or explode",
    tests: [
      `${server}/platform/files/`,
      `${server}/security/uploads.test.ts`,
      `${server}/knowledge/bombs.test.ts`,
      `${server}/bots/archive.test.ts`,
      `${server}/conversations/attacks.test.ts > files`,
    ],
  },
  {
    id: "S10",
    name: "Secrets at rest and in passing",
    tests: [`${server}/platform/secrets/`, `${server}/security/canaries.test.ts`],
  },
  {
    id: "S11",
    name: "Abusive GraphQL",
    tests: [
      `${server}/security/graphql-abuse.test.ts`,
      `${server}/security/strange-input.test.ts`,
      `${server}/known-operations.test.ts`,
      `${server}/api.test.ts > bad input`,
    ],
  },
  {
    id: "S12",
    name: "Calls and sockets of foreign pages",
    tests: [
      `${server}/security/foreign-pages.test.ts`,
      `${server}/conversations/attacks.test.ts > who may come in`,
    ],
  },
  {
    id: "S13",
    name: "Finding out who has an account",
    tests: [
      `${server}/security/enumeration.test.ts`,
      `${server}/identity/login-timing.test.ts`,
      `${server}/identity/flows/recovery.test.ts > unknown address`,
      `${server}/identity/flows/login-code.test.ts > unknown address`,
    ],
  },
  {
    id: "S14",
    name: "Guessing and flooding",
    tests: [
      `${server}/identity/rate-limits.test.ts`,
      `${server}/conversations/attacks.test.ts > too fast`,
      `${server}/conversations/attacks.test.ts > a thousand times`,
    ],
  },
  { id: "S15", name: "Escapes from the script sandbox", tests: [`${server}/script-sandbox/`] },
  {
    id: "S16",
    name: "A model that obeys the attacker",
    tests: [`${server}/solutions/agent/hostile-model.test.ts > obeys every injection`],
  },
  {
    id: "S17",
    name: "A changed audit log",
    tests: [
      `${server}/audit-log/audit-log.test.ts > the audit log`,
      `${server}/security/append-only.test.ts`,
    ],
  },
  {
    id: "S18",
    name: "Formulas in exports",
    tests: [
      "apps/console/src/shared/csv.test.ts",
      `${server}/nlu/exchange/exchange.test.ts > no formula`,
      `${server}/audit-log/audit-log.test.ts > a spreadsheet runs nothing`,
    ],
  },
  {
    id: "S19",
    name: "Linking somebody else's login",
    tests: [
      `${server}/users/self-service.test.ts > linking a login method`,
      `${server}/identity/flows/settings.test.ts > of another person`,
      `${server}/identity/methods/`,
    ],
  },
  {
    id: "S20",
    name: "Second factor skipped",
    tests: [
      `${server}/security/second-factor.test.ts`,
      `${server}/security/private-files.test.ts > second factor`,
      `${server}/identity/flows/settings.test.ts > TOTP`,
    ],
  },
  {
    id: "S21",
    name: "Headers and the supply chain",
    tests: [`${server}/security/headers.test.ts`, "scripts/supply-chain.test.ts"],
  },
];

export function filesOf(threat: Threat): string[] {
  return threat.tests.map((test) => test.split(" > ")[0] ?? "");
}
