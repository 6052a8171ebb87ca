import { sql } from "kysely";
import type { Db } from "#platform/database.ts";
import { knownPrices, pricesRecordedOn } from "./known-models.ts";

export interface PriceRow {
  readonly model: string;
  readonly inputPerMillion: number;
  readonly outputPerMillion: number;
  readonly isDefault: boolean;
  readonly recordedOn: string | null;
  readonly isUsed: boolean;
  readonly updatedAt: Date | null;
}

/** The project's own and the shipped ones it does not overrule, ordered by model. */
export async function listPrices(db: Db, projectId: string): Promise<PriceRow[]> {
  const { rows: own } = await sql<Omit<PriceRow, "isDefault" | "recordedOn" | "isUsed">>`
    select model, input_per_million as "inputPerMillion", output_per_million as "outputPerMillion",
      updated_at as "updatedAt" from llm_prices where project_id = ${projectId}`.execute(db);
  const { rows: used } = await sql<{ model: string }>`
    select distinct model from llm_credentials where project_id = ${projectId}`.execute(db);
  const usedModels = new Set(used.map((row) => row.model));
  const ownModels = new Set(own.map((row) => row.model));
  return [
    ...own.map((row) => ({ ...row, isDefault: false, recordedOn: null })),
    ...knownPrices()
      .filter((price) => !ownModels.has(price.model))
      .map((price) => ({ ...price, isDefault: true, recordedOn: pricesRecordedOn, updatedAt: null })),
  ]
    .map((row) => ({ ...row, isUsed: usedModels.has(row.model) }))
    .toSorted((a, b) => a.model.localeCompare(b.model));
}
