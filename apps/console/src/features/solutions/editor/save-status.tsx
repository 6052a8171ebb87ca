// Whether what is on the page is stored. A failure stays until it is mended; nothing is lost in silence.
import { StatusBadge } from "@parley/ui/status-badge";
import { RelativeTime } from "@parley/ui/relative-time";
import { WordDiff } from "@parley/ui/diff-view";
import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { VersionDraft } from "./use-version-draft.ts";
import classes from "./editor.module.css";

export function SaveStatus({ draft }: { draft: VersionDraft }) {
  const { t } = useTranslation("solutions");
  if (draft.clashes.length > 0) return <StatusBadge tone="bad" label={t("save.clash")} />;
  if (draft.problems.length > 0) return <StatusBadge tone="bad" label={t("save.failed")} />;
  if (draft.isSaving) return <StatusBadge tone="busy" label={t("save.saving")} />;
  if (draft.dirty.length > 0) return <StatusBadge tone="info" label={t("save.unsaved")} />;
  if (draft.savedAt)
    return (
      <span className={classes["saved"]}>
        {t("save.saved")} <RelativeTime at={draft.savedAt} />
      </span>
    );
  return null;
}

/** What keeps changes from being stored, above the form. */
export function SaveProblems({ draft }: { draft: VersionDraft }) {
  const { t } = useTranslation("solutions");
  const names = draft.dirty.map((name) => t(`field.${name}`)).join(", ");
  return (
    <>
      {draft.problems.length > 0 && (
        <div className={classes["problem"]} role="alert">
          <p>
            <strong>{t("save.notStored", { fields: names })}</strong>{" "}
            {draft.problems.map((problem) => problem.message).join(" ")}
          </p>
          <Group gap="xs">
            <Button size="xs" variant="default" loading={draft.isSaving} onClick={draft.saveNow}>
              {t("save.again")}
            </Button>
            {draft.isUnreachable && <span>{t("save.retrying")}</span>}
          </Group>
        </div>
      )}
      {draft.clashes.map((clash) => (
        <div key={clash.name} className={classes["problem"]} role="alert">
          <p>
            <strong>
              {t("save.both", {
                who: clash.who || t("save.somebody"),
                field: t(`field.${clash.name}`),
              })}
            </strong>{" "}
            {t("save.bothHint")}
          </p>
          <div className={classes["clash"]}>
            <WordDiff
              before={readable(draft.stored.values[clash.name])}
              after={readable(draft.values[clash.name])}
            />
          </div>
          <Group gap="xs">
            <Button size="xs" variant="default" onClick={() => draft.decide(clash.name, false)}>
              {t("save.takeTheirs")}
            </Button>
            <Button size="xs" onClick={() => draft.decide(clash.name, true)}>
              {t("save.keepMine")}
            </Button>
          </Group>
        </div>
      ))}
      {draft.fromOthers.length > 0 && (
        <div className={classes["notice"]} role="status">
          <span>
            {draft.fromOthers
              .map(({ who, fields }) =>
                t("save.others", {
                  who: who || t("save.somebody"),
                  fields: fields.map((name) => t(`field.${name}`)).join(", "),
                }),
              )
              .join(" ")}
          </span>
          <Button size="xs" variant="subtle" onClick={draft.dismissOthers}>
            {t("save.understood")}
          </Button>
        </div>
      )}
    </>
  );
}

function readable(value: unknown): string {
  if (typeof value === "string") return value;
  return value === null ? "" : JSON.stringify(value, null, 2);
}
