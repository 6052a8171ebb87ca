// Many people at once: paste or file, columns, a dry run, and a result for every row.
import { Button, NativeSelect, Textarea } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { FileDrop } from "@parley/ui/file-drop";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ImportResults } from "./import-results.tsx";
import type { ImportResult } from "./import-results.tsx";
import { peopleFrom, readPeople } from "./import-rows.ts";
import type { Mapping, NewPerson, PersonField } from "./import-rows.ts";
import { useAddMany } from "./use-add-many.ts";
import classes from "./users.module.css";

type Props = { accountId: string; onClose: () => void; onAdded: () => void };
type Run = { isDryRun: boolean; people: readonly NewPerson[]; results: readonly ImportResult[] };
const personFields: readonly PersonField[] = ["userName", "firstName", "lastName"];

export function ImportUsers({ accountId, onClose, onAdded }: Props) {
  const { t } = useTranslation("users");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<Partial<Mapping>>({});
  const [run, setRun] = useState<Run>();
  const [error, setError] = useState<Error>();
  const { addMany, progress } = useAddMany(accountId);
  const table = useMemo(() => readPeople(text), [text]);
  const mapping = { ...table.mapping, ...chosen };
  const people = useMemo(() => peopleFrom(table, { ...table.mapping, ...chosen }), [table, chosen]);
  const isBusy = progress !== undefined;

  const start = async (isDryRun: boolean) => {
    if (people.length === 0) return setError(new Error(t("import.nothing")));
    if (!isDryRun && run === undefined) return setError(new Error(t("import.checkFirst")));
    setError(undefined);
    try {
      const results = await addMany(people, isDryRun);
      setRun({ isDryRun, people, results });
      if (!isDryRun) onAdded();
    } catch (reason) {
      setError(reason instanceof Error ? reason : new Error(String(reason)));
    }
  };
  const edit = (next: string) => {
    setError(undefined);
    setText(next);
    setChosen({});
    setRun(undefined);
  };
  const editFailed = () => {
    const failed = run?.results.filter((result) => result.outcome === "FAILED") ?? [];
    const lines = failed.flatMap(({ row }) => run?.people[row] ?? []);
    edit(lines.map((person) => `${person.userName},${person.firstName},${person.lastName}`).join("\n"));
  };
  const isDone = run !== undefined && !run.isDryRun;
  const hasFailed = run?.results.some((result) => result.outcome === "FAILED") ?? false;

  return (
    <div className={classes["fields"]}>
      {!isDone && (
        <>
          <Textarea
            label={t("import.paste")}
            description={t("import.pasteHint")}
            placeholder={t("import.example")}
            minRows={4}
            maxRows={8}
            autosize
            value={text}
            onChange={(event) => edit(event.currentTarget.value)}
          />
          <FileDrop
            label={t("import.file")}
            accept=".csv,.txt,text/csv,text/plain"
            maxBytes={5 * 1024 * 1024}
            onFiles={([file]) => void file?.text().then(edit)}
          />
        </>
      )}
      {table.columns.length > 1 && !isDone && (
        <fieldset className={classes["mapping"]}>
          <legend>{t("import.mapping")}</legend>
          <div className={classes["pair"]}>
            {personFields.map((field) => (
              <NativeSelect
                key={field}
                size="xs"
                label={t(`add.${field}`)}
                value={mapping[field] === undefined ? "" : String(mapping[field])}
                data={[
                  { value: "", label: t("import.noColumn") },
                  ...table.columns.map((column, index) => ({
                    value: String(index),
                    label: column || t("import.column", { number: index + 1 }),
                  })),
                ]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setChosen({ ...chosen, [field]: value === "" ? undefined : Number(value) });
                  setRun(undefined);
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      {error && <ErrorState error={error} isInline />}
      {run && <ImportResults people={run.people} results={run.results} isDryRun={run.isDryRun} />}
      <div className={classes["actions"]}>
        <Button variant="default" onClick={onClose}>
          {t(isDone ? "close" : "cancel")}
        </Button>
        {isDone && hasFailed && <Button onClick={editFailed}>{t("import.retry")}</Button>}
        {!isDone && (
          <Button variant="default" disabled={isBusy} onClick={() => void start(true)}>
            {t("import.check", { count: people.length })}
          </Button>
        )}
        {!isDone && (
          <Button loading={isBusy} onClick={() => void start(false)}>
            {t("import.submit", { count: people.length })}
          </Button>
        )}
      </div>
    </div>
  );
}
