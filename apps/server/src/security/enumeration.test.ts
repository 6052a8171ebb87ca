// Threat S13: an answer that differs for addresses that have an account.
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAccount, anAdmin, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

const pairs = 40;
// npm run test:security takes the time for ten thousand.
const pairsPerQuestion = process.env["LONG_SECURITY_RUN"] ? 2_000 : pairs;
let server: TestServer;
let stranger: string;
let known: string[];
beforeAll(async () => {
  server = await startTestServer();
  stranger = await anAdmin(server, await anAccount(server));
  const accountId = await anAccount(server);
  known = Array.from({ length: pairs }, (_, index) => `known${index}@people.example`);
  for (const userName of known) await aUser(server, { accountId, userName });
});
afterAll(() => server.stop());

const questions: readonly [string, string, boolean][] = [
  [
    "getLoginInfo",
    "query Q($email: String!) { getLoginInfo(email: $email) { passwordRecoveryStatus recommendedAuthMethod authMethods { name type isActive } registeredAuthMethods } }",
    false,
  ],
  [
    "startUserRecoveryProcess",
    "mutation M($email: String!) { startUserRecoveryProcess(email: $email) { __typename } }",
    false,
  ],
  [
    "userPictureByEmail",
    "query Q($email: String!) { userPictureByEmail(userEmail: $email) { __typename } }",
    true,
  ],
  [
    "userSettingsLimited",
    "query Q($email: String!) { userSettingsLimited(email: $email) { __typename } }",
    true,
  ],
  [
    "userPictureByEmail as nobody",
    "query Q($email: String!) { userPictureByEmail(userEmail: $email) { __typename } }",
    false,
  ],
  [
    "userSettingsLimited as nobody",
    "query Q($email: String!) { userSettingsLimited(email: $email) { __typename } }",
    false,
  ],
];

/** Milliseconds that a known address took longer than an unknown one, pair by pair. */
const gaps = new Map<string, number[]>();
let tried = 0;

it.each(questions)(
  "%s answers the same for people and for nobody",
  { timeout: 240_000 },
  async (name, query, isSignedIn) => {
    const differences: string[] = [];
    const own: number[] = [];
    gaps.set(name, own);
    const as = isSignedIn ? { userId: stranger } : {};
    const ask = async (email: string) => {
      const begun = performance.now();
      const answer = await server.graphql(query, { email }, as);
      return { answer, ms: performance.now() - begun };
    };
    // Each question for a recovery takes its even time.
    const rounds = name === "startUserRecoveryProcess" ? pairs / 4 : pairsPerQuestion;
    for (let index = 0; index < rounds; index += 1) {
      const emails = [known[index % pairs] ?? "", `nobody${index}@people.example`] as const;
      // Each is first every other time, so that being first is no advantage.
      const isKnownFirst = index % 2 === 0;
      const first = await ask(emails[isKnownFirst ? 0 : 1]);
      const second = await ask(emails[isKnownFirst ? 1 : 0]);
      const [there, nobody] = isKnownFirst ? [first, second] : [second, first];
      const bare = ({ answer }: typeof first) => JSON.stringify(answer).replaceAll(/(known|nobody)\d+/g, "x");
      if (bare(there) !== bare(nobody)) differences.push(`${name}: ${bare(there)} and ${bare(nobody)}`);
      own.push(there.ms - nobody.ms);
      tried += 1;
    }
    expect(differences.slice(0, 2)).toEqual([]);
  },
);

it("and takes as long, to less than a millisecond or to what a busy machine lets one see", ({ task }) => {
  const typical = [...gaps].map(([name, own]) => ({ name, ms: median(own), noise: noiseOf(own) }));
  expect(typical).toHaveLength(questions.length);
  expect(typical.filter(({ ms, noise }) => Math.abs(ms) >= Math.max(1, noise))).toEqual([]);
  Object.assign(task.meta, { cases: tried });
});

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** How far the median of that many values strays by chance: four standard errors, from the median deviation. */
function noiseOf(values: readonly number[]): number {
  const middle = median(values);
  const spread = 1.4826 * median(values.map((value) => Math.abs(value - middle)));
  return (4 * 1.2533 * spread) / Math.sqrt(values.length);
}
