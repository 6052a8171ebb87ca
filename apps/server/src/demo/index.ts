// A living product for a newcomer. One line per domain; each seeder runs once and marks that it did.
import { sql } from "kysely";
import type { Tx } from "#platform/database.ts";
import type { Services } from "../context.ts";
import { seedAdministration } from "./administration.ts";
import { seedApplets } from "./applets.ts";
import { seedHelpCentre } from "./help-centre.ts";
import { seedOrganisations } from "./organisations.ts";
import { seedTravelHelper } from "./travel-helper.ts";

export type DemoSeeder = (tx: Tx, services: Services) => Promise<void>;

const seeders: Readonly<Record<string, DemoSeeder>> = {
  organisations: seedOrganisations,
  administration: seedAdministration,
  applets: seedApplets,
  "help-centre": seedHelpCentre,
  "travel-helper": seedTravelHelper,
};

/** Idempotent: a start that was cut short is completed by the next one. Says whether there was anything to do. */
export async function seedDemo(services: Services): Promise<boolean> {
  let hasSeeded = false;
  for (const [name, seeder] of Object.entries(seeders)) {
    await services.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended('demo', 0))`.execute(tx);
      const done = await tx
        .selectFrom("demo_seeds")
        .select("name")
        .where("name", "=", name)
        .executeTakeFirst();
      if (done) return;
      await seeder(tx, services);
      await tx.insertInto("demo_seeds").values({ name }).execute();
      hasSeeded = true;
    });
  }
  return hasSeeded;
}
