// Words of a phrase become a value of an entity, or another way to say one.
import type { EntityFile } from "@parley/bot-data/entity";
import { entityPath } from "@parley/bot-data/files";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { Button, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { entityNameOf, entityText, readEntity } from "./entity-drafts.ts";
import { useFileChanges, useVersionFile } from "./version-files.ts";

type Props = { words: string; entities: readonly string[]; onClose: () => void };

const isNew = "";

export function MarkEntity({ words, entities, onClose }: Props) {
  const { t } = useTranslation("bots");
  const [path, setPath] = useState(entities[0] ?? isNew);
  const [name, setName] = useState("");
  const [value, setValue] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ message: string }>();
  const { file } = useVersionFile(path === isNew ? undefined : path);
  const { put, isBusy } = useFileChanges();
  const known = file ? readEntity(file.content) : undefined;
  const isList = path === isNew || known?.type === "enumeration";
  const values = known?.type === "enumeration" ? known.values : [];
  const save = async () => {
    const before: EntityFile & { type: "enumeration" } =
      known?.type === "enumeration" ? known : { type: "enumeration", values: [] };
    const next: EntityFile = {
      ...before,
      values:
        value === null
          ? [...before.values.filter((entry) => entry.value !== words), { value: words }]
          : before.values.map((entry) =>
              entry.value === value
                ? { ...entry, synonyms: [...new Set([...(entry.synonyms ?? []), words])] }
                : entry,
            ),
    };
    try {
      await put([
        {
          filePath: path === isNew ? entityPath(name.trim()) : path,
          content: entityText(next),
          basedOnSha256: path === isNew ? null : (file?.sha256 ?? null),
        },
      ]);
      notify({ tone: "good", message: t("mark.done", { words, entity: entityNameOf(path) || name.trim() }) });
      onClose();
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("mark.title", { words })} centered>
      <Stack gap="sm">
        <Select
          label={t("mark.entity")}
          data={[
            ...entities.map((entity) => ({ value: entity, label: entityNameOf(entity) })),
            { value: isNew, label: t("mark.newEntity") },
          ]}
          value={path}
          allowDeselect={false}
          onChange={(next) => {
            setPath(next ?? isNew);
            setValue(null);
          }}
          error={!isList && known && t("mark.notList")}
        />
        {path === isNew && (
          <TextInput
            label={t("mark.entityName")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {values.length > 0 && (
          <Select
            label={t("mark.means")}
            placeholder={t("mark.itself")}
            data={values.map((entry) => entry.value)}
            value={value}
            clearable
            searchable
            onChange={setValue}
          />
        )}
        {failure && <ErrorState error={failure} isInline />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            loading={isBusy}
            disabled={!isList || (path === isNew ? name.trim() === "" : !file)}
            onClick={() => void save()}
          >
            {t("mark.save")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
