// One entity as a form: values with synonyms, a checked pattern, or something built in. Tried while it is written.
import { builtInKinds } from "@parley/bot-data/entity";
import type { VersionData } from "@parley/bot-data/version";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Button, Checkbox, Group, SegmentedControl, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asType, entityNameOf, entityText, readEntity } from "./entity-drafts.ts";
import { EntityRoles } from "./entity-roles.tsx";
import { EntityTryout } from "./entity-tryout.tsx";
import { EntityValues } from "./entity-values.tsx";
import { FileEditor } from "./file-editor.tsx";
import { useEditedForm } from "./use-edited-file.ts";
import { useFileChanges } from "./version-files.ts";
import classes from "./bots.module.css";

const form = { read: readEntity, write: entityText };

type Props = { version: VersionData; filePath: string; onRemoved: () => void };

export function EntityEditor({ version, filePath, onRemoved }: Props) {
  const { t } = useTranslation("bots");
  const {
    isLoaded,
    error,
    reload,
    value: definition,
    isUnsaved,
    edit,
    saving,
  } = useEditedForm(filePath, form);
  const { remove } = useFileChanges();
  const [isText, setIsText] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!isLoaded) return <p className={classes["muted"]}>{t("files.loading")}</p>;
  const isReadOnly = version.isLocked;
  return (
    <div>
      <Group justify="space-between" mb="sm">
        <h2 className={classes["heading"]}>{entityNameOf(filePath)}</h2>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t("phrases.view")}
            value={isText || !definition ? "text" : "form"}
            onChange={(value) => setIsText(value === "text")}
            data={[
              { value: "form", label: t("entity.asForm"), disabled: !definition },
              { value: "text", label: t("phrases.asText"), disabled: isUnsaved },
            ]}
          />
          {!isReadOnly && (
            <Button size="xs" variant="default" onClick={() => setIsRemoving(true)}>
              {t("delete")}
            </Button>
          )}
        </Group>
      </Group>
      {isText || !definition ? (
        <FileEditor version={version} filePath={filePath} onRemoved={onRemoved} isBare />
      ) : (
        <Stack gap="md">
          <Select
            label={t("entity.type")}
            w={280}
            data={(["enumeration", "regex", "builtin"] as const).map((type) => ({
              value: type,
              label: t(`entity.types.${type}`),
            }))}
            value={definition.type}
            allowDeselect={false}
            disabled={isReadOnly}
            onChange={(type) => {
              if (type === "enumeration" || type === "regex" || type === "builtin")
                if (type !== definition.type) edit(asType(type, definition));
            }}
          />
          {definition.type === "enumeration" && (
            <>
              <EntityValues
                values={definition.values}
                isReadOnly={isReadOnly}
                onChange={(values) => edit({ ...definition, values })}
              />
              <Checkbox
                label={t("entity.fuzzy")}
                description={t("entity.fuzzyHint")}
                checked={definition.fuzzy ?? true}
                disabled={isReadOnly}
                onChange={(event) => edit({ ...definition, fuzzy: event.currentTarget.checked })}
              />
            </>
          )}
          {definition.type === "regex" && (
            <>
              <TextInput
                label={t("entity.pattern")}
                description={t("entity.patternHint")}
                value={definition.pattern}
                readOnly={isReadOnly}
                styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
                onChange={(event) => edit({ ...definition, pattern: event.currentTarget.value })}
              />
              <Checkbox
                label={t("entity.ignoreCase")}
                checked={definition.ignoreCase ?? true}
                disabled={isReadOnly}
                onChange={(event) => edit({ ...definition, ignoreCase: event.currentTarget.checked })}
              />
            </>
          )}
          {definition.type === "builtin" && (
            <Select
              label={t("entity.kind")}
              w={280}
              data={builtInKinds.map((kind) => ({ value: kind, label: t(`entity.kinds.${kind}`) }))}
              value={definition.kind}
              allowDeselect={false}
              disabled={isReadOnly}
              onChange={(value) => {
                const kind = builtInKinds.find((one) => one === value);
                if (kind) edit({ ...definition, kind });
              }}
            />
          )}
          <EntityRoles
            roles={definition.roles ?? []}
            isReadOnly={isReadOnly}
            onChange={(roles) => {
              const { roles: _, ...rest } = definition;
              edit(roles.length > 0 ? { ...rest, roles } : rest);
            }}
          />
          <EntityTryout name={entityNameOf(filePath)} definition={definition} />
        </Stack>
      )}
      <StickySaveBar {...saving} unsavedFields={isUnsaved ? [entityNameOf(filePath)] : []} />
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t("deleteTitle", { name: entityNameOf(filePath) })}
        confirmLabel={t("delete")}
        onConfirm={async () => {
          await remove([filePath]);
          setIsRemoving(false);
          onRemoved();
        }}
      />
    </div>
  );
}
