// What the command palette and single keys can do while a flow is open: every action of the canvas has its line.
import { nodeById } from "@parley/flow";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useCommands } from "../../shared/commands.ts";
import type { Command } from "../../shared/commands.ts";
import { exportImage, exportJson } from "./compare/export.ts";
import { goToOtherRegion } from "./focus-regions.ts";
import { nodeColours } from "./scene/box.ts";
import { align, alignments, autoLayout, distribute, toggleGroup } from "./store/arrange.ts";
import { duplicate } from "./store/clipboard.ts";
import type { Designer } from "./store/designer.tsx";
import { addNode, freePort, removeSelected, setColour, toggleFold } from "./store/edits.ts";

export function useDesignerCommands(designer: Designer, goToNextProblem: () => void): void {
  const { t } = useTranslation("pro-studio");
  const commands = useMemo((): Command[] => {
    const { editor, ui, camera, chat, openNode } = designer;
    const group = t("title");
    const set = ui.getState().set;
    const command = (id: string, label: string, run: () => void, ...keys: string[]): Command => ({
      id: `flow.${id}`,
      label,
      group,
      run,
      ...(keys.length === 0 ? {} : { keys }),
    });
    const name = () => document.title.split(" · ")[0] ?? "flow";
    const freePlace = () => {
      const { selection, flow } = editor.getState();
      const [id] = selection;
      const node = id === undefined ? undefined : nodeById(flow, id);
      const port = node && freePort(node);
      return node && port !== undefined ? { from: node.id, port } : null;
    };
    const add = () => {
      const from = freePlace();
      set({ quickAdd: { at: from ? null : (camera.current?.pointer() ?? null), from } });
    };
    const reading = [
      command("find", t("commands.find"), () => set({ isFinding: true })),
      command("problem", t("commands.problem"), goToNextProblem, "F8"),
      command("region", t("commands.region"), () => goToOtherRegion(ui), "F6"),
      command("fit", t("commands.fit"), () => camera.current?.fit()),
      command("zoomIn", t("commands.zoomIn"), () => camera.current?.zoomBy(1.25)),
      command("zoomOut", t("commands.zoomOut"), () => camera.current?.zoomBy(0.8)),
      command(
        "view",
        t("commands.view"),
        () => set({ view: ui.getState().view === "canvas" ? "outline" : "canvas" }),
        "o",
      ),
      command(
        "test",
        t("commands.test"),
        () => {
          set({ side: "chat" });
          if (chat.getState().state === null) chat.getState().start();
        },
        "t",
      ),
      command("history", t("commands.history"), () => set({ side: "history" })),
      command("problems", t("commands.problems"), () => set({ side: "problems" })),
      command("compare", t("toolbar.compare"), () => set({ side: "compare" })),
      command("traffic", t("toolbar.traffic"), () => set({ side: "traffic" })),
      command("exportJson", t("toolbar.exportJson"), () => exportJson(editor.getState().flow, name())),
      command(
        "exportImage",
        t("toolbar.exportImage"),
        () => void exportImage(editor.getState().flow, name()),
      ),
    ];
    if (editor.getState().isReadOnly) return reading;
    return [
      ...reading,
      command("add", t("commands.add"), add, "n"),
      command("connect", t("commands.connect"), () => set({ connecting: freePlace() }), "c"),
      command("note", t("commands.note"), () =>
        openNode(addNode(editor, "note", { at: camera.current?.pointer() ?? null })),
      ),
      command("fold", t("commands.fold"), () => toggleFold(editor), "f"),
      command("layout", t("commands.layout"), () => void autoLayout(editor), "l"),
      command("group", t("commands.group"), () => toggleGroup(editor)),
      command("duplicate", t("commands.duplicate"), () => void duplicate(editor)),
      command("delete", t("commands.delete"), () => removeSelected(editor)),
      ...alignments.map((alignment) =>
        command(
          `align.${alignment}`,
          t("commands.align", { side: t(`several.${alignment}`).toLowerCase() }),
          () => align(editor, alignment),
        ),
      ),
      command("spread.x", t("commands.spreadAcross"), () => distribute(editor, "x")),
      command("spread.y", t("commands.spreadDown"), () => distribute(editor, "y")),
      ...["", ...nodeColours].map((colour) =>
        command(
          `colour.${colour}`,
          t("commands.colour", { colour: t(`panel.colours.${colour || "own"}`).toLowerCase() }),
          () => setColour(editor, colour),
        ),
      ),
      command("import", t("toolbar.import"), () => set({ dialog: "import" })),
    ];
  }, [designer, goToNextProblem, t]);
  useCommands(commands);
}
