import { builtInKinds } from "@parley/bot-data/entity";
import { entityPath } from "@parley/bot-data/files";
import type { SlotEntry } from "@parley/bot-data/slot";
import { ActionIcon, Checkbox, Group, Select, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { readEntity } from "./entity-drafts.ts";
import { useVersionFile } from "./version-files.ts";
import classes from "./bots.module.css";
import phraseClasses from "./phrases.module.css";

/** No entity can be called so. */
const anyWords = "*";

type Props = {
  slot: SlotEntry;
  entities: readonly string[];
  isReadOnly: boolean;
  onChange: (slot: SlotEntry) => void;
  onRemove: () => void;
};

export function SlotRow({ slot, entities, isReadOnly, onChange, onRemove }: Props) {
  const { t } = useTranslation("bots");
  const { entity = anyWords } = slot;
  const roles = useRoles(entities.includes(entity) ? entity : undefined);
  const edit = (part: Partial<SlotEntry>) => onChange({ ...slot, ...part });
  const fresh = builtInKinds.filter((kind) => !entities.includes(kind));
  const isKnown = [anyWords, ...entities, ...fresh].some((known) => known === entity);
  const missing = isKnown ? [] : [{ value: entity, label: t("slots.gone", { name: entity }) }];
  return (
    <div className={phraseClasses["slotRow"]} role="group" aria-label={t("slots.one", { name: slot.name })}>
      <Group gap="sm" align="flex-end">
        <TextInput
          label={t("slots.name")}
          value={slot.name}
          w={160}
          readOnly={isReadOnly}
          onChange={(event) => edit({ name: event.currentTarget.value.trim() })}
        />
        <Select
          label={t("slots.entity")}
          w={200}
          data={[
            { value: anyWords, label: t("slots.anyWords") },
            { group: t("slots.ofVersion"), items: [...entities, ...missing] },
            {
              group: t("slots.builtIn"),
              items: fresh.map((kind) => ({ value: kind, label: t(`entity.kinds.${kind}`) })),
            },
          ]}
          value={entity}
          allowDeselect={false}
          disabled={isReadOnly}
          onChange={(next) =>
            edit(
              next === anyWords
                ? { entity: undefined, role: undefined, required: true }
                : { entity: next ?? undefined, role: undefined },
            )
          }
        />
        {roles.length > 0 && (
          <Select
            label={t("slots.role")}
            w={150}
            data={[...roles]}
            value={slot.role ?? null}
            placeholder={t("slots.anyRole")}
            clearable
            disabled={isReadOnly}
            onChange={(role) => edit({ role: role ?? undefined })}
          />
        )}
        <span className={classes["grow"]} />
        {!isReadOnly && (
          <ActionIcon
            variant="subtle"
            color="gray"
            mb={4}
            aria-label={t("slots.remove", { name: slot.name })}
            onClick={onRemove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </Group>
      <Group gap="lg">
        <Checkbox
          label={t("slots.required")}
          checked={slot.required ?? false}
          // Nothing but an answer fills it, so it has to be asked for.
          disabled={isReadOnly || (slot.entity === undefined && slot.required === true)}
          onChange={(event) => edit({ required: event.currentTarget.checked })}
        />
        <Checkbox
          label={t("slots.keep")}
          checked={slot.keep ?? false}
          disabled={isReadOnly}
          onChange={(event) => edit({ keep: event.currentTarget.checked })}
        />
      </Group>
      {slot.required && (
        <div className={phraseClasses["slotWords"]}>
          <TextInput
            label={t("slots.prompt")}
            placeholder={t("slots.promptHint")}
            value={slot.prompt ?? ""}
            readOnly={isReadOnly}
            onChange={(event) => edit({ prompt: event.currentTarget.value })}
          />
          <TextInput
            label={t("slots.retry")}
            placeholder={t("slots.retryHint")}
            value={slot.retryMessage ?? ""}
            readOnly={isReadOnly}
            onChange={(event) => edit({ retryMessage: event.currentTarget.value })}
          />
        </div>
      )}
    </div>
  );
}

function useRoles(entity: string | undefined): readonly string[] {
  const { file } = useVersionFile(entity === undefined ? undefined : entityPath(entity));
  return (file && readEntity(file.content)?.roles?.map((role) => role.name)) ?? [];
}
