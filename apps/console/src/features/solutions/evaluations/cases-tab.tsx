// The cases of a set: written here, read from CSV, or taken from conversations.
import { fieldErrorsOf } from "@parley/ui/field-errors";
import { EmptyState } from "@parley/ui/empty-state";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Button, Group } from "@mantine/core";
import { IconChecklist } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
import type { DataErrorField } from "../../../lib/graphql/errors.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { useLeaveWarning } from "../../../shared/leave-warning.ts";
import { CaseRow, type DraftCase } from "./case-row.tsx";
import type { EvaluationSet } from "./documents.ts";
import classes from "./evaluations.module.css";

const ImportDialog = lazy(() =>
  import("./import-dialog.tsx").then((module) => ({ default: module.ImportDialog })),
);
const ConversationsDialog = lazy(() =>
  import("./conversations-dialog.tsx").then((module) => ({ default: module.ConversationsDialog })),
);

const saveMutation = graphql(`
  mutation UpdateEvaluationCases($id: ID!, $cases: [EvaluationCaseInput!], $version: Int) {
    updateEvaluationSet(id: $id, cases: $cases, version: $version) {
      id
      version
    }
  }
`);

const shownAtOnce = 50;

type Props = { set: EvaluationSet; onChanged: () => void };

export function CasesTab({ set, onChanged }: Props) {
  const { t } = useTranslation("evaluations");
  const stored = set.cases.map(draftOf);
  const [drafts, setDrafts] = useState<readonly DraftCase[]>(stored);
  const [shown, setShown] = useState(shownAtOnce);
  const [problems, setProblems] = useState<readonly DataErrorField[]>([]);
  const [open, setOpen] = useState<"csv" | "conversations">();
  const [save, { isBusy }] = useChange(saveMutation);
  const changed = changesBetween(stored, drafts);
  const isDirty = changed > 0;
  useLeaveWarning(isDirty, t("cases.leave"));

  const change = (key: string, part: Partial<DraftCase>) => {
    setProblems([]);
    setDrafts((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)));
  };
  const add = () => {
    setDrafts([
      ...drafts,
      { key: crypto.randomUUID(), input: "", expectation: "CONTAINS", expected: "", source: "HAND" },
    ]);
    setShown(Math.max(shown, drafts.length + 1));
  };
  const store = async () => {
    const cases = drafts.map(({ id, input, expectation, expected }) => ({
      ...(id !== undefined && { id }),
      input,
      expectation,
      expected,
    }));
    try {
      await save({ id: set.id, cases, version: set.version });
      onChanged();
    } catch (error) {
      const fields = fieldErrorsOf(error);
      setProblems(fields);
      const row = Number(/^cases\.(\d+)/.exec(fields[0]?.field ?? "")?.[1] ?? 0);
      setShown(Math.max(shown, row + 1));
    }
  };
  const complaint = (index: number, field: string) =>
    problems.find((problem) => problem.field === `cases.${index}.${field}`)?.message;
  const general = problems.find((problem) => !/^cases\.\d+/.test(problem.field ?? ""));
  const why = isDirty ? t("cases.saveFirst") : undefined;
  const actions = (
    <Group gap="xs">
      <Button variant="default" disabled={isDirty} title={why} onClick={() => setOpen("conversations")}>
        {t("cases.fromConversations")}
      </Button>
      <Button variant="default" disabled={isDirty} title={why} onClick={() => setOpen("csv")}>
        {t("cases.fromCsv")}
      </Button>
      <Button variant="default" onClick={add}>
        {t("cases.add")}
      </Button>
    </Group>
  );
  return (
    <section className={classes["section"]} aria-label={t("cases.title")}>
      {drafts.length === 0 ? (
        <EmptyState icon={<IconChecklist size={20} />} title={t("cases.empty")} hint={t("cases.emptyHint")}>
          <div className={classes["emptyActions"]}>{actions}</div>
        </EmptyState>
      ) : (
        <>
          <div className={classes["toolbar"]}>{actions}</div>
          <ol className={classes["cases"]}>
            {drafts.slice(0, shown).map((draft, index) => (
              <CaseRow
                key={draft.key}
                number={index + 1}
                draft={draft}
                inputError={complaint(index, "input")}
                expectedError={complaint(index, "expected")}
                onChange={(part) => change(draft.key, part)}
                onRemove={() => setDrafts(drafts.filter((one) => one.key !== draft.key))}
              />
            ))}
          </ol>
          {drafts.length > shown && (
            <Button variant="subtle" onClick={() => setShown(shown + 100)}>
              {t("cases.more", { count: drafts.length - shown })}
            </Button>
          )}
        </>
      )}
      <StickySaveBar
        unsavedFields={isDirty ? [t("cases.changed", { count: changed })] : []}
        isSaving={isBusy}
        error={general ?? (problems.length > 0 ? { message: t("cases.seeBelow") } : undefined)}
        onSave={() => void store()}
        onDiscard={() => {
          setProblems([]);
          setDrafts(stored);
        }}
      />
      <Suspense>
        {open === "csv" && (
          <ImportDialog setId={set.id} onClose={() => setOpen(undefined)} onAdded={onChanged} />
        )}
        {open === "conversations" && (
          <ConversationsDialog setId={set.id} onClose={() => setOpen(undefined)} onAdded={onChanged} />
        )}
      </Suspense>
    </section>
  );
}

function draftOf(one: EvaluationSet["cases"][number]): DraftCase {
  return {
    key: one.id,
    id: one.id,
    input: one.input,
    expectation: one.expectation,
    expected: one.expected,
    source: one.source,
  };
}

function changesBetween(stored: readonly DraftCase[], drafts: readonly DraftCase[]): number {
  const before = new Map(stored.map((one) => [one.key, JSON.stringify(one)]));
  const kept = new Set(drafts.map((one) => one.key));
  const removed = stored.filter((one) => !kept.has(one.key)).length;
  return removed + drafts.filter((one) => before.get(one.key) !== JSON.stringify(one)).length;
}
