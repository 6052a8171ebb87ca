// The designer on screen: bars above, palette, canvas or outline, and one panel beside it.
import { nodeById } from "@parley/flow";
import { notify } from "@parley/ui/notifications";
import { CloseButton } from "@mantine/core";
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from "react";
import type { DragEvent } from "react";
import { useTranslation } from "react-i18next";
import { HistoryList } from "./bars/history-list.tsx";
import { ProblemsList, useAllProblems } from "./bars/problems-list.tsx";
import { Toolbar } from "./bars/toolbar.tsx";
import { TruthBar } from "./bars/truth-bar.tsx";
import { Canvas } from "./canvas/canvas.tsx";
import { DecorationsProvider } from "./canvas/decorations.tsx";
import { freeWidth } from "./canvas/free-width.ts";
import { Palette, paletteMime } from "./canvas/palette.tsx";
import { ConflictsPanel } from "./compare/conflicts-panel.tsx";
import { DraftNotice } from "./compare/draft-notice.tsx";
import { Outline } from "./outline/outline.tsx";
import { NodePanel } from "./panel/node-panel.tsx";
import { Pickers } from "./pickers/pickers.tsx";
import {
  createCameraHolder,
  DesignerProvider,
  useDesigner,
  useEditor,
  useSaving,
  useUi,
} from "./store/designer.tsx";
import type { Designer } from "./store/designer.tsx";
import { addNode } from "./store/edits.ts";
import { useDesignerShortcuts } from "./use-shortcuts.ts";
import classes from "./designer.module.css";

const TestChat = lazy(() => import("./chat/test-chat.tsx").then((module) => ({ default: module.TestChat })));
const ImportDialog = lazy(() =>
  import("./compare/import-dialog.tsx").then((module) => ({ default: module.ImportDialog })),
);
const ComparePanel = lazy(() =>
  import("./compare/compare-panel.tsx").then((module) => ({ default: module.ComparePanel })),
);
const TrafficPanel = lazy(() =>
  import("./traffic/traffic-panel.tsx").then((module) => ({ default: module.TrafficPanel })),
);

export interface DesignerViewProps {
  readonly designer: Designer;
  readonly title: string;
  readonly crumbs: readonly { readonly label: string; readonly href: string }[];
  /** Where the version is published. */
  readonly versionUrl: string;
  /** Other versions of the solution, to compare with. */
  readonly versions: readonly { readonly id: string; readonly label: string }[];
}

export function DesignerView({ designer, ...props }: DesignerViewProps) {
  return (
    <DesignerProvider value={designer}>
      <DecorationsProvider>
        <Inside {...props} />
      </DecorationsProvider>
    </DesignerProvider>
  );
}

function Inside({ title, crumbs, versionUrl, versions }: Omit<DesignerViewProps, "designer">) {
  const { saving, camera, editor } = useDesigner();
  const view = useUi((state) => state.view);
  const dialog = useUi((state) => state.dialog);
  const announcement = useEditor((state) => state.announcement);
  const news = useSaving((state) => state.news);
  useEffect(() => saving.getState().begin(), [saving]);
  useReferences();
  useEffect(() => {
    if (news) notify({ tone: "info", message: news.text });
  }, [news]);
  useDesignerShortcuts(useNextProblem());

  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(paletteMime);
    if (type === "" || view !== "canvas") return;
    event.preventDefault();
    addNode(editor, type, { at: camera.current?.at(event.clientX, event.clientY) ?? null });
  };
  return (
    <div className={classes["designer"]}>
      <Toolbar title={title} crumbs={crumbs} />
      <TruthBar versionUrl={versionUrl} />
      <DraftNotice />
      <div className={classes["body"]}>
        <Palette />
        <div
          className={classes["main"]}
          data-region="main"
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes(paletteMime)) event.preventDefault();
          }}
          onDrop={onDrop}
        >
          {view === "canvas" ? <Canvas /> : <Outline />}
        </div>
        <Side versions={versions} />
      </div>
      <Pickers />
      <Suspense>{dialog === "import" && <ImportDialog />}</Suspense>
      <div className={classes["announcement"]} role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  );
}

function Side({ versions }: Pick<DesignerViewProps, "versions">) {
  const { t } = useTranslation("pro-studio");
  const { ui } = useDesigner();
  const side = useUi((state) => state.side);
  if (side === null) return null;
  return (
    <aside className={classes["side"]} aria-label={t(`side.${side}`)} data-side={side} data-region="side">
      <div className={classes["sideHead"]}>
        <h2>{t(`side.${side}`)}</h2>
        <CloseButton aria-label={t("side.close")} onClick={() => ui.getState().set({ side: null })} />
      </div>
      <div className={classes["sideBody"]} data-region-body>
        {side === "node" && <NodePanel />}
        {side === "problems" && <ProblemsList />}
        {side === "history" && <HistoryList />}
        {side === "conflicts" && <ConflictsPanel />}
        <Suspense>
          {side === "chat" && <TestChat />}
          {side === "compare" && <ComparePanel versions={versions} />}
          {side === "traffic" && <TrafficPanel />}
        </Suspense>
      </div>
    </aside>
  );
}

/** Read when the flow opens and again after a sync, which makes the bot version they live in. */
function useReferences(): void {
  const { outside, ui } = useDesigner();
  const syncedAt = useSaving((state) => state.record.syncedAt);
  useEffect(() => {
    // Without them the fields offer what the flow itself uses.
    outside.references().then(
      (references) => ui.getState().set({ references }),
      () => undefined,
    );
  }, [outside, ui, syncedAt]);
}

/** F8: the next problem after the one shown last, round and round. */
function useNextProblem(): () => void {
  const { t } = useTranslation("pro-studio");
  const designer = useDesigner();
  const problems = useAllProblems();
  const latest = useRef(problems);
  const position = useRef(-1);
  useEffect(() => {
    latest.current = problems;
  }, [problems]);
  return useCallback(() => {
    const { flow, announce } = designer.editor.getState();
    const places = latest.current.filter(({ nodeId }) => nodeId !== null && nodeById(flow, nodeId));
    if (places.length === 0) return announce(t("problems.none"));
    position.current = (position.current + 1) % places.length;
    const problem = places[position.current];
    if (!problem || problem.nodeId === null) return;
    designer.openNode(problem.nodeId, problem.field ?? "nextNodes");
    announce(
      t("problems.at", { number: position.current + 1, count: places.length, message: problem.message }),
    );
  }, [designer, t]);
}

/** The stores of one open flow and what ties them together. */
export function useDesignerOf(parts: Omit<Designer, "camera" | "openNode" | "showNode">): Designer {
  const { editor, ui, chat, saving, outside } = parts;
  return useMemo(() => {
    const camera = createCameraHolder();
    let requests = 0;
    return {
      editor,
      ui,
      chat,
      saving,
      outside,
      camera,
      openNode(id, field) {
        editor.getState().select([id]);
        requests++;
        ui.getState().set({
          side: "node",
          ...(field === undefined ? {} : { wantedField: { path: field, request: requests } }),
        });
        // In the middle of what the panel leaves free, once that has taken its room.
        requestAnimationFrame(() => requestAnimationFrame(() => camera.current?.show(id)));
      },
      showNode(id) {
        editor.getState().select([id]);
        ui.getState().set({ view: "canvas", ...(freeWidth() === 0 && { side: null }) });
        requestAnimationFrame(() => requestAnimationFrame(() => camera.current?.reveal(id)));
      },
    };
  }, [editor, ui, chat, saving, outside]);
}
