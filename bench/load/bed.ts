// One Parley process with its database, two organisations with people who are signed in, a chat, and bots to train.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createBed, withClient } from "../../faults/harness/bed.ts";
import { metricsOf } from "../../faults/harness/metrics.ts";
import type { Product } from "../../faults/harness/product.ts";
import type { World } from "../../faults/harness/world.ts";
import type { Flood, Flooded } from "./flood.ts";
import { aTrainableVersion, type Trainable } from "./parts.ts";

export interface LoadBed {
  readonly product: Product;
  readonly world: World;
  /** Calls per second one organisation may make. */
  readonly share: number;
  readonly trainable: Trainable;
  metrics(): Promise<Map<string, number>>;
  flood(flood: Flood): Promise<Flooded>;
  /** How late the event loop of a process is that does nothing, since it was last asked: the machine's own delay. */
  idleDelayMs(): Promise<number>;
}

const share = 50;
const here = import.meta.dirname;

async function ask<T>(child: ChildProcess, words: object | string): Promise<T> {
  child.send(words);
  const [answer] = await once(child, "message");
  return answer as T;
}

export async function withLoadBed<T>(use: (bed: LoadBed) => Promise<T>): Promise<T> {
  const bed = await createBed({ scale: "long", seed: 1 });
  const [flooder, idler] = [fork(join(here, "flood.ts")), fork(join(here, "idle.ts"))];
  try {
    const databaseUrl = await bed.database();
    const env = { NODE_ENV: "production", TENANT_REQUESTS_PER_SECOND: String(share) };
    const product = await bed.product({ databaseUrl, env });
    await product.start();
    const { world } = bed;
    // Whoever watches the list must have the project that is renamed in it.
    await withClient(databaseUrl, (client) =>
      client.query("insert into user_projects (user_id, project_id, account_id) values ($1, $2, $3)", [
        world.admins[0].id,
        world.projectId,
        world.accountId,
      ]),
    );
    const trainable = await aTrainableVersion(databaseUrl, world.projectId);
    const result = await use({
      product,
      world,
      share,
      trainable,
      metrics: () => metricsOf(product.apiUrl),
      flood: (flood) => ask<Flooded>(flooder, flood),
      async idleDelayMs() {
        const delay = await ask<number>(idler, "delay");
        idler.send("reset");
        return delay;
      },
    });
    await trainable.close();
    return result;
  } finally {
    flooder.kill();
    idler.kill();
    await bed.close();
  }
}
