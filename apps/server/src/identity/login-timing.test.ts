// Does the clock tell whether an address has an account? Measured, with a margin a busy machine allows.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFlow } from "./testing/flows.ts";
import { type TestProvider, startTestProvider } from "./testing/provider.ts";

const unlimited = { burst: 10_000, everyMs: 1 };
let server: TestProvider;
beforeAll(async () => {
  server = await startTestProvider({
    settings: {
      limits: {
        account: unlimited,
        device: unlimited,
        address: unlimited,
        mailPerRecipient: unlimited,
        mailPerAddress: unlimited,
      },
    },
  });
});
afterAll(() => server.stop());

async function timed(email: string): Promise<number> {
  const flow = await openFlow(server.browser(), "login");
  const start = performance.now();
  await flow.send({ method: "password", identifier: email, password: "some wrong guess" });
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

test("a wrong password takes as long for an unknown address as for a known one", async () => {
  const person = await server.person();
  await timed(person.email);
  await timed("warm.up@example.com");
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 25; round += 1) {
    known.push(await timed(person.email));
    unknown.push(await timed(`nobody${round}@example.com`));
  }
  const [a, b] = [median(known), median(unknown)];
  // Without the pretended check the unknown address would answer in a tenth of the time.
  expect(Math.abs(a - b) / Math.max(a, b)).toBeLessThan(0.35);
});
