// A turn becomes a test case: the visitor's words, and what a good answer must say.
import { notify } from "@parley/ui/notifications";
import { Button, Modal, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./parts.module.css";

const setsQuery = graphql(`
  query EvaluationSetsForTurn($solutionId: ID!) {
    evaluationSets(solutionId: $solutionId) {
      id
      name
      version
      cases {
        id
        input
        expectation
        expected
      }
    }
  }
`);
const createMutation = graphql(`
  mutation CreateEvaluationSetFromTurn($solutionId: ID!, $name: String!, $cases: [EvaluationCaseInput!]) {
    createEvaluationSet(solutionId: $solutionId, name: $name, cases: $cases) {
      id
    }
  }
`);
const updateMutation = graphql(`
  mutation AddTurnToEvaluationSet($id: ID!, $cases: [EvaluationCaseInput!], $version: Int) {
    updateEvaluationSet(id: $id, cases: $cases, version: $version) {
      id
    }
  }
`);

type Props = { solutionId: string; question: string; answer: string; onClose: () => void };

export function TestCaseDialog({ solutionId, question, answer, onClose }: Props) {
  const { t } = useTranslation("history");
  const { data } = useData(setsQuery, { solutionId });
  const sets = data?.evaluationSets ?? [];
  const [create] = useChange(createMutation);
  const [update] = useChange(updateMutation);
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState(t("test.newName"));
  const [input, setInput] = useState(question);
  const [expected, setExpected] = useState(answer);
  const [problem, setProblem] = useState("");
  const set = sets.find((one) => one.id === (chosen ?? sets[0]?.id));
  const save = async () => {
    const added = { input, expectation: "JUDGE" as const, expected };
    try {
      if (set && chosen !== "") {
        const cases = set.cases.map(({ id, input: asked, expectation, expected: wanted }) => ({
          id,
          input: asked,
          expectation,
          expected: wanted,
        }));
        await update({ id: set.id, cases: [...cases, added], version: set.version });
      } else {
        await create({ solutionId, name, cases: [added] });
      }
      notify({ tone: "good", message: t("test.added") });
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const isNew = !set || chosen === "";
  return (
    <Modal opened onClose={onClose} title={t("test.title")} centered>
      <div className={classes["form"]}>
        {sets.length > 0 && (
          <NativeSelect
            label={t("test.set")}
            value={isNew ? "" : set.id}
            data={[
              ...sets.map((one) => ({ value: one.id, label: one.name })),
              { value: "", label: t("test.newSet") },
            ]}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        {isNew && (
          <TextInput
            label={t("test.name")}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={t("test.input")}
          autosize
          value={input}
          onChange={(event) => setInput(event.currentTarget.value)}
        />
        <Textarea
          label={t("test.expected")}
          description={t("test.expectedHint")}
          autosize
          minRows={2}
          value={expected}
          onChange={(event) => setExpected(event.currentTarget.value)}
        />
        {problem && <p role="alert">{problem}</p>}
        <div className={classes["formActions"]}>
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button disabled={input.trim() === "" || expected.trim() === ""} onClick={() => void save()}>
            {t("test.save")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
