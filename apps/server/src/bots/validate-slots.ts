// What is wrong with the slots of a version's intents.
import { filePaths, intentNameOf, type SlotEntry, slotFile, type VersionFile } from "@parley/bot-data";
import { systemVariables } from "@parley/flow";
import type { EntityDefinition } from "#domains/nlu";
import { entityDefinitions } from "./entity-file.ts";
import { entitiesOf, jsonOf } from "./reading.ts";
import { intentOfSlots } from "./slots.ts";

type Text = Pick<VersionFile, "filePath" | "content">;

interface SlotProblem {
  readonly severity: "error" | "warning";
  readonly code: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

export function slotProblems(files: readonly Text[]): SlotProblem[] {
  const intents = new Set(files.flatMap(({ filePath }) => intentNameOf(filePath) ?? []));
  const entities = new Map(entityDefinitions(entitiesOf(files)).map((entity) => [entity.name, entity]));
  return files.flatMap(({ filePath: file, content }) => {
    if (!file.startsWith(filePaths.slots)) return [];
    const problem = (code: string, text: string, line = 1): SlotProblem => ({
      severity: "error",
      code,
      text,
      file,
      line,
    });
    const json = jsonOf(content);
    if (json === undefined) return [problem("slots_not_json", `${file} is not JSON.`)];
    const parsed = slotFile.safeParse(json);
    if (!parsed.success) {
      const issue = parsed.error.issues[0];
      return [problem("slots_invalid", `${file}: ${issue?.path.join(".")} ${issue?.message ?? ""}.`)];
    }
    const intent = intentOfSlots(file);
    const orphan = intents.has(intent)
      ? []
      : [problem("slots_without_intent", `There are slots for ${intent}, which is no intent.`)];
    const names = parsed.data.slots.map((slot) => slot.name);
    return [
      ...orphan,
      ...parsed.data.slots.flatMap((slot, index) =>
        oneSlot(slot, intent, entities.get(slot.entity ?? ""), names.indexOf(slot.name) !== index).map(
          ([code, text]) => problem(code, text, lineOfSlot(content, index)),
        ),
      ),
    ];
  });
}

function oneSlot(
  slot: SlotEntry,
  intent: string,
  entity: EntityDefinition | undefined,
  isRepeated: boolean,
): [string, string][] {
  const called = `The slot ${slot.name} of ${intent}`;
  const roles = entity?.roles ?? [];
  const found: [boolean, string, string][] = [
    [isRepeated, "slot_twice", `${called} is there twice.`],
    [
      systemVariables.has(slot.name),
      "slot_name_taken",
      `${called} has the name of a variable that is filled by itself.`,
    ],
    [
      !entity && slot.entity !== undefined,
      "slot_entity_missing",
      `${called} is filled from the entity ${slot.entity ?? ""}, which does not exist.`,
    ],
    [
      entity !== undefined && slot.role !== undefined && !roles.some((role) => role.name === slot.role),
      "slot_role_missing",
      `${called} wants the role ${slot.role ?? ""}, which the entity ${slot.entity ?? ""} does not have.`,
    ],
    [
      slot.entity === undefined && slot.required !== true,
      "slot_never_filled",
      `${called} takes the words of an answer, but is never asked for. Make it required.`,
    ],
    [
      slot.required === true && !slot.prompt?.trim(),
      "slot_without_prompt",
      `${called} is required, but has no question to ask for it.`,
    ],
  ];
  return found.flatMap(([isWrong, code, text]): [string, string][] => (isWrong ? [[code, text]] : []));
}

/** The line of the slot's name. */
function lineOfSlot(content: string, index: number): number {
  let at = -1;
  for (let i = 0; i <= index; i += 1) at = content.indexOf('"name"', at + 1);
  return at < 0 ? 1 : content.slice(0, at).split("\n").length;
}
