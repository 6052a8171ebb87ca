// One Parley process with its database, two organisations with people who are signed in, a chat, and bots to train.
import { createBed } from "../../faults/harness/bed.ts";
import { metricsOf } from "../../faults/harness/metrics.ts";
import type { Product } from "../../faults/harness/product.ts";
import type { World } from "../../faults/harness/world.ts";
import { aTrainableVersion, type Trainable } from "./parts.ts";

export interface LoadBed {
  readonly product: Product;
  readonly world: World;
  /** Calls per second one organisation may make. */
  readonly share: number;
  readonly trainable: Trainable;
  metrics(): Promise<Map<string, number>>;
}

const share = 50;

export async function withLoadBed<T>(use: (bed: LoadBed) => Promise<T>): Promise<T> {
  const bed = await createBed({ scale: "long", seed: 1 });
  try {
    const databaseUrl = await bed.database();
    const env = { NODE_ENV: "production", TENANT_REQUESTS_PER_SECOND: String(share) };
    const product = await bed.product({ databaseUrl, env });
    await product.start();
    const { world } = bed;
    const trainable = await aTrainableVersion(databaseUrl, world.projectId);
    const result = await use({ product, world, share, trainable, metrics: () => metricsOf(product.apiUrl) });
    await trainable.close();
    return result;
  } finally {
    await bed.close();
  }
}
