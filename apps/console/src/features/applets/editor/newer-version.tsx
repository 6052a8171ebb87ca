// Somebody saved the applet while it was edited here: what they changed, and how both come together.
import { DiffView } from "@parley/ui/diff-view";
import { Person } from "@parley/ui/person";
import { RelativeTime } from "@parley/ui/relative-time";
import { Alert, Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { merge, type Field, type Values } from "./values.ts";
import classes from "../applets.module.css";

type Props = {
  before: Values;
  mine: Values;
  theirs: Values;
  editor: { id: string; firstName: string; lastName: string; picture?: string | null } | null | undefined;
  at: string;
  onMerged: (values: Values) => void;
};

export function NewerVersion({ before, mine, theirs, editor, at, onMerged }: Props) {
  const { t } = useTranslation("applets");
  const { touchedByThem, clashes, take } = merge(before, mine, theirs);
  const names = (fields: readonly Field[]) => fields.map((field) => t(`field.${field}`)).join(", ");
  return (
    <Alert color="orange" title={t("newer.title")} role="alert">
      <Group gap={6} wrap="wrap">
        {editor && <Person person={editor} />}
        <RelativeTime at={at} />
      </Group>
      <p>{t("newer.changed", { fields: names(touchedByThem) || t("newer.nothing") })}</p>
      {clashes.length > 0 && (
        <>
          <p>{t("newer.both", { fields: names(clashes) })}</p>
          <DiffView
            beforeLabel={t("newer.theirs")}
            afterLabel={t("newer.mine")}
            fields={clashes.map((field) => ({
              label: t(`field.${field}`),
              before: readable(theirs, field),
              after: readable(mine, field),
            }))}
          />
        </>
      )}
      <div className={classes["line"]}>
        <Button size="xs" onClick={() => onMerged(take("mine"))}>
          {clashes.length > 0 ? t("newer.keepMine") : t("newer.combine")}
        </Button>
        {clashes.length > 0 && (
          <Button size="xs" variant="default" onClick={() => onMerged(take("theirs"))}>
            {t("newer.takeTheirs")}
          </Button>
        )}
      </div>
    </Alert>
  );
}

function readable(values: Values, field: Field): unknown {
  if (field === "triggers" || field === "actions")
    return values[field].map(({ name, options }) => ({ name, options }));
  return values[field];
}
