import type { Json, NluEntity } from "@parley/flow";
import type { EntityMatch } from "./match.ts";

/** A find as flows see it: its role is part of the name. */
export function asNluEntity(match: EntityMatch): NluEntity {
  return {
    name: match.role ? `${match.entity}_${match.role}` : match.entity,
    value: match.value as Json,
    text: match.text,
    entity: match.entity,
  };
}
