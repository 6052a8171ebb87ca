// What is said about nodes besides their own content: problems, the test chat's path, differences, other people.
import { isCanvasOnly, validate } from "@parley/flow";
import type { Flow, Problem, Severity, Slots } from "@parley/flow";
import { createContext, useContext, useMemo } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { litPath } from "../chat/chat-store.ts";
import type { LitPath } from "../chat/chat-store.ts";
import type { NodeTraffic } from "../outside.ts";
import type { Editor } from "../saving/flow-api-types.ts";
import type { Mark } from "../scene/paint.ts";
import { useChat, useEditor, useSaving, useUi } from "../store/designer.tsx";

export interface Decorations {
  readonly problems: readonly Problem[];
  readonly worst: ReadonlyMap<string, Severity>;
  readonly lit: LitPath;
  readonly marks: ReadonlyMap<string, Mark>;
  readonly editors: ReadonlyMap<string, readonly Editor[]>;
  readonly conflicts: ReadonlySet<string>;
  readonly traffic: ReadonlyMap<string, NodeTraffic> | null;
}

const DecorationsContext = createContext<Decorations | null>(null);

export function useDecorations(): Decorations {
  const decorations = useContext(DecorationsContext);
  if (!decorations) throw new Error("Use it inside the designer.");
  return decorations;
}

export function DecorationsProvider({ children }: { children: ReactNode }) {
  const flow = useEditor((state) => state.flow);
  const versionId = useEditor((state) => state.versionId);
  const chat = useChat((state) => state);
  const marks = useUi((state) => state.marks);
  const traffic = useUi((state) => state.traffic);
  const editors = useSaving((state) => state.editors);
  const conflicts = useSaving((state) => state.conflicts);
  const slots = useUi((state) => state.references.slots);
  const { t } = useTranslation("pro-studio");
  const found = useMemo(() => problemsOf(flow, versionId, slots), [flow, versionId, slots]);
  const problems = useMemo(
    () => (hasOnlyStart(flow) ? found.map((problem) => asHint(problem, t("problems.begun"))) : found),
    [found, flow, t],
  );
  // What is wrong with the flow on screen says nothing about another version shown in its place.
  const isForeign = useUi((state) => state.foreign !== null);
  const worst = useMemo(() => worstPerNode(isForeign ? [] : problems), [problems, isForeign]);
  const lit = useMemo(() => litPath(flow, chat), [flow, chat]);
  const editorsByNode = useMemo(() => byNode(editors), [editors]);
  const conflicting = useMemo(() => new Set(conflicts.map(({ id }) => id)), [conflicts]);
  const value = useMemo(
    () => ({ problems, worst, lit, marks, editors: editorsByNode, conflicts: conflicting, traffic }),
    [problems, worst, lit, marks, editorsByNode, conflicting, traffic],
  );
  return <DecorationsContext.Provider value={value}>{children}</DecorationsContext.Provider>;
}

/** Nothing is wrong with a flow that nobody has begun: without one the agent answers by itself. */
function problemsOf(flow: Flow, versionId: string, slots: Slots): readonly Problem[] {
  if (flow.nodes.length === 0) return [];
  const variables = [...slots.values()].flat().map((slot) => slot.name);
  return validate(flow, { solutionVersionId: versionId, variables });
}

function hasOnlyStart({ nodes }: Flow): boolean {
  const steps = nodes.filter((node) => !isCanvasOnly(node));
  return steps.length === 1 && steps[0]?.nodeType === "start";
}

/** Whoever has only just begun did nothing wrong. Validation on the server, and so publishing, still asks for more. */
function asHint(problem: Problem, message: string): Problem {
  return problem.code === "missing_target" ? { ...problem, severity: "info", message } : problem;
}

const rank: Readonly<Record<Severity, number>> = { info: 1, warning: 2, error: 3 };

function worstPerNode(problems: readonly Problem[]): ReadonlyMap<string, Severity> {
  const worst = new Map<string, Severity>();
  for (const { nodeId, severity } of problems) {
    const known = nodeId === null ? "error" : worst.get(nodeId);
    if (nodeId !== null && (known === undefined || rank[severity] > rank[known])) worst.set(nodeId, severity);
  }
  return worst;
}

function byNode(editors: readonly Editor[]): ReadonlyMap<string, readonly Editor[]> {
  const map = new Map<string, Editor[]>();
  for (const editor of editors) {
    for (const id of editor.nodeIds) map.set(id, [...(map.get(id) ?? []), editor]);
  }
  return map;
}
