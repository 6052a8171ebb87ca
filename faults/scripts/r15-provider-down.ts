// The sign-in provider is away: nobody is served on a session it did not confirm, nobody is told to sign in again,
// and everything works as soon as it is back.
import { setTimeout as sleep } from "node:timers/promises";
import { graphql, until } from "../harness/client.ts";
import type { Fault } from "../harness/fault.ts";

const rememberedForMs = 1_000;
/** A short run shares its machine with other tests: an answer of the provider may lie unread for a while. */
const roomMs = { short: 5_000, long: 200 };

export const fault: Fault = {
  id: "R15",
  title: "the sign-in provider is away",
  async run(bed) {
    const isShort = bed.scale === "short";
    const databaseUrl = await bed.database();
    const provider = await bed.product({ databaseUrl, roles: "identity" });
    await provider.start();
    const product = await bed.product({
      databaseUrl,
      roles: "api",
      env: { PROVIDER_URL: provider.providerUrl, PROVIDER_ADMIN_URL: provider.providerAdminUrl },
    });
    await product.start();
    const read = () =>
      graphql(
        product.apiUrl,
        "query G($id: ID!) { accountById(id: $id) { id } }",
        { id: bed.world.accountId },
        bed.world.admins[0],
      );
    const broken: string[] = [];
    const recoveries: number[] = [];
    const rounds = isShort ? 1 : 3;
    let refusals = 0;
    for (let round = 0; round < rounds; round += 1) {
      await until("A first answer", async () => (await read()).data !== undefined);
      await provider.end("SIGKILL");
      const begun = performance.now();
      const before = refusals;
      for (;;) {
        const since = performance.now() - begun;
        const answer = await read();
        if (answer.data && (since > rememberedForMs + roomMs[bed.scale] || refusals > before))
          broken.push(`Served ${Math.round(since)} ms after the provider had gone.`);
        if (!answer.data && answer.code !== "UNAVAILABLE")
          broken.push(`Refused with ${answer.code} instead of UNAVAILABLE: ${answer.message}`);
        if (!answer.data) refusals += 1;
        // A short run has seen enough after some refusals in a row; one that is served for ever ends too.
        if (isShort ? refusals >= before + 8 || since > 10_000 : since > 60_000) break;
        await sleep(100);
      }
      await provider.start();
      recoveries.push(
        await until("Service after the provider was back", async () => (await read()).data !== undefined),
      );
    }
    const forged = await graphql(
      product.apiUrl,
      "query G($id: ID!) { accountById(id: $id) { id } }",
      { id: bed.world.accountId },
      {
        cookie: "ory_kratos_session=forged",
      },
    );
    if (forged.data) broken.push("A forged session was served.");
    await product.end();
    await provider.end();
    if (refusals === 0) broken.push("Nothing was refused, so that nothing was tested.");
    return {
      lost: 0,
      phantom: 0,
      double: 0,
      torn: 0,
      rounds,
      recoveryMs: Math.max(...recoveries),
      broken: broken.slice(0, 5),
      notes: [`${refusals} calls refused meanwhile`],
    };
  },
};
