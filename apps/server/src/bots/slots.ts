// The slots of a version's intents, as the chat runtime needs them (decision 150).
import { filePaths, slotFile, type VersionFile } from "@parley/bot-data";
import type { Slot, Slots } from "@parley/flow";
import type { EntityDefinition } from "#domains/nlu";
import { entityDefinitions } from "./entity-file.ts";
import { entitiesOf, jsonOf } from "./reading.ts";

type Text = Pick<VersionFile, "filePath" | "content">;

/** More answers than these are typed, not offered. */
const mostOffered = 8;

export const intentOfSlots = (path: string) => path.slice(filePaths.slots.length, -".json".length);

/** Files that cannot be read are left out here; validation names them. */
export function slotsOf(files: readonly Text[]): Slots {
  const entities = new Map(entityDefinitions(entitiesOf(files)).map((entity) => [entity.name, entity]));
  return new Map(
    files.flatMap(({ filePath, content }): [string, Slot[]][] => {
      if (!filePath.startsWith(filePaths.slots)) return [];
      const parsed = slotFile.safeParse(jsonOf(content));
      if (!parsed.success || parsed.data.slots.length === 0) return [];
      const slots = parsed.data.slots.map((slot) => ({
        ...slot,
        choices: choicesOf(entities.get(slot.entity ?? "")),
      }));
      return [[intentOfSlots(filePath), slots]];
    }),
  );
}

function choicesOf(entity: EntityDefinition | undefined): string[] | undefined {
  if (entity?.type !== "enumeration" || entity.values.length > mostOffered) return undefined;
  return entity.values.map(({ value }) => value);
}
