// Somebody saved the applet while it was edited here: what they changed, and how both come together.
import { DiffView } from "@parley/ui/diff-view";
import { Person } from "@parley/ui/person";
import { RelativeTime } from "@parley/ui/relative-time";
import { Alert, Button, Group, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { merge, type Clash, type Field, type Values, type Winner } from "./values.ts";
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
  const [winners, setWinners] = useState<ReadonlyMap<string, Winner>>(new Map());
  const names = (fields: readonly Field[]) => fields.map((field) => t(`field.${field}`)).join(", ");
  const nameOf = ({ field, step }: Clash) => step ?? t(`field.${field}`);
  const isOne = clashes.length === 1;
  return (
    <Alert color="orange" title={t("newer.title")} role="alert">
      <Group gap={6} wrap="wrap">
        {editor && <Person person={editor} />}
        <RelativeTime at={at} />
      </Group>
      <p>{t("newer.changed", { fields: names(touchedByThem) || t("newer.nothing") })}</p>
      {clashes.length > 0 && <p>{t("newer.both", { fields: clashes.map(nameOf).join(", ") })}</p>}
      {clashes.map((clash) => (
        <div key={clash.key}>
          <DiffView
            beforeLabel={t("newer.theirs")}
            afterLabel={t("newer.mine")}
            fields={[
              {
                label: nameOf(clash),
                before: clash.theirs ?? t("newer.removed"),
                after: clash.mine ?? t("newer.removed"),
              },
            ]}
          />
          {!isOne && (
            <SegmentedControl
              size="xs"
              aria-label={t("newer.choose", { name: nameOf(clash) })}
              data={(["theirs", "mine"] as const).map((value) => ({ value, label: t(`newer.${value}`) }))}
              value={winners.get(clash.key) ?? "mine"}
              onChange={(value) => setWinners(new Map(winners).set(clash.key, value))}
            />
          )}
        </div>
      ))}
      <div className={classes["line"]}>
        <Button size="xs" onClick={() => onMerged(take((key) => winners.get(key) ?? "mine"))}>
          {isOne ? t("newer.keepMine") : t("newer.combine")}
        </Button>
        {isOne && (
          <Button size="xs" variant="default" onClick={() => onMerged(take(() => "theirs"))}>
            {t("newer.takeTheirs")}
          </Button>
        )}
      </div>
    </Alert>
  );
}
