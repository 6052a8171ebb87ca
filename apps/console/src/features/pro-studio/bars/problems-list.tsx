// Everything that is wrong or odd, worst first; a press goes to the node and the field.
import { nodeById, nodeTitle, problemFromText } from "@parley/flow";
import type { Problem } from "@parley/flow";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useDecorations } from "../canvas/decorations.tsx";
import { SeverityIcon } from "../canvas/step-node.tsx";
import { useDesigner, useEditor, useSaving } from "../store/designer.tsx";
import classes from "./bars.module.css";

const rank = { error: 0, warning: 1, info: 2 };
const most = 300;

export function ProblemsList() {
  const { t } = useTranslation("pro-studio");
  const { openNode } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const problems = useAllProblems();
  if (problems.length === 0) {
    const isEmpty = flow.nodes.length === 0;
    return <p className={classes["muted"]}>{t(isEmpty ? "problems.empty" : "problems.none")}</p>;
  }
  return (
    <ul className={classes["problems"]}>
      {problems.slice(0, most).map((problem, i) => {
        const node = problem.nodeId === null ? undefined : nodeById(flow, problem.nodeId);
        return (
          <li key={i}>
            <button
              type="button"
              disabled={!node}
              onClick={() => node && openNode(node.id, problem.field ?? "nextNodes")}
            >
              <SeverityIcon severity={problem.severity} />
              <span>
                {node && <strong>{nodeTitle(node)}</strong>}
                <span>{problem.message}</span>
              </span>
            </button>
          </li>
        );
      })}
      {problems.length > most && <li>{t("problems.more", { count: problems.length - most })}</li>}
    </ul>
  );
}

/** What the browser finds in the flow on screen, and what only the server could know of the saved one. */
export function useAllProblems(): readonly Problem[] {
  const { problems } = useDecorations();
  const messages = useSaving((state) => state.record.validationMessages);
  const syncErrors = useSaving((state) => state.record.syncErrors);
  return useMemo(() => {
    const known = new Set(problems.map(keyOf));
    const fromServer = [...messages, ...syncErrors]
      .map(problemFromText)
      .filter((problem) => onlyServerKnows(problem) && !known.has(keyOf(problem)));
    return [...problems, ...fromServer].toSorted((a, b) => rank[a.severity] - rank[b.severity]);
  }, [problems, messages, syncErrors]);
}

function keyOf({ code, nodeId, field, message }: Problem): string {
  return [code, nodeId, field, message].join("\n");
}

/** Whether a script, task or intent exists. Anything else the browser sees itself, and newer. */
function onlyServerKnows({ code }: Problem): boolean {
  return code.startsWith("missing_") || code === "other";
}
