// The condition as a builder and as code: two views of one tree, always in step. While the code cannot be read, it
// stays as it was typed and the builder waits.
import { checkCondition, type Condition, type ConditionProblem, describeCondition } from "@parley/condition";
import { CodeEditor } from "@parley/ui/code-editor";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConditionBuilder } from "./condition-builder.tsx";
import classes from "../applets.module.css";
import parts from "./condition.module.css";

type Props = { text: string; isReadOnly?: boolean; onChange: (text: string) => void };

export function ConditionField({ text, isReadOnly = false, onChange }: Props) {
  const { t } = useTranslation("applets");
  const [view, setView] = useState("builder");
  const { tree, problems } = readCondition(text);
  const isCode = view === "code" || tree === undefined;
  return (
    <section className={classes["clause"]} aria-label={t("if")}>
      <div className={parts["views"]}>
        <h2 className={classes["word"]}>{t("if")}</h2>
        <SegmentedControl
          size="xs"
          aria-label={t("builder.view")}
          data={[
            { value: "builder", label: t("builder.builder"), disabled: tree === undefined },
            { value: "code", label: t("builder.code") },
          ]}
          value={isCode ? "code" : "builder"}
          onChange={setView}
        />
      </div>
      <p className={classes["muted"]}>
        {tree && problems.length === 0 && describeCondition(tree) !== "always"
          ? describeCondition(tree)
          : t("conditionHint")}
      </p>
      {isCode ? (
        <CodeEditor
          label={t("condition")}
          language="json"
          height={180}
          isReadOnly={isReadOnly}
          value={text}
          problems={problems.map(({ message }) => ({ line: 1, message }))}
          onChange={onChange}
        />
      ) : (
        <ConditionBuilder
          condition={tree}
          problems={problems}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(writtenCondition(next))}
        />
      )}
      {isCode && problems[0] && (
        <p role="alert" className={parts["problem"]}>
          {problems[0].path !== "" && <code>{problems[0].path}</code>} {problems[0].message}
        </p>
      )}
    </section>
  );
}

export function writtenCondition(condition: unknown): string {
  return JSON.stringify(condition ?? {}, null, 2);
}

/** `tree` is there when the builder can show it, also with parts that are not filled in yet. */
export function readCondition(text: string): { tree?: Condition; problems: readonly ConditionProblem[] } {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    const problems = checkCondition(value);
    const isShowable = problems.every((it) => /(^|\.)(fact|operator|value)$/.test(it.path));
    // checkCondition() has just found that it is one, or that only some fields of comparisons are missing.
    return isShowable ? { tree: value as Condition, problems } : { problems };
  } catch (error) {
    return { problems: [{ path: "", message: error instanceof Error ? error.message : String(error) }] };
  }
}
