// Whichever picker is open.
import { useTranslation } from "react-i18next";
import { nodeById, nodeTitle } from "@parley/flow";
import { useDesigner, useEditor, useUi } from "../store/designer.tsx";
import { addNode, connect } from "../store/edits.ts";
import { focusNode } from "../focus-regions.ts";
import { nodeChoices, targetChoices, typeChoices } from "./node-choices.tsx";
import { Picker } from "./picker.tsx";

/** Once the picker has given the focus back to where it came from. */
function goTo(id: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => focusNode(id)));
}

export function Pickers() {
  const { t } = useTranslation("pro-studio");
  const { editor, ui, camera, openNode } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const quickAdd = useUi((state) => state.quickAdd);
  const connecting = useUi((state) => state.connecting);
  const isFinding = useUi((state) => state.isFinding);
  if (quickAdd) {
    return (
      <Picker
        title={t("picker.add")}
        placeholder={t("picker.addPlaceholder")}
        choices={typeChoices()}
        onClose={() => ui.getState().set({ quickAdd: null })}
        onChoose={(type) => {
          const id = addNode(editor, type, quickAdd);
          goTo(id);
          if (quickAdd.at === null) openNode(id);
          else {
            ui.getState().set({ side: "node" });
            camera.current?.reveal(id);
          }
        }}
      />
    );
  }
  if (connecting) {
    const from = nodeById(flow, connecting.from);
    return (
      <Picker
        title={t("picker.connect", { name: from ? nodeTitle(from) : "" })}
        placeholder={t("picker.findPlaceholder")}
        choices={targetChoices(flow)}
        onClose={() => ui.getState().set({ connecting: null })}
        onChoose={(id) => connect(editor, connecting, id)}
      />
    );
  }
  if (isFinding) {
    return (
      <Picker
        title={t("picker.find")}
        placeholder={t("picker.findPlaceholder")}
        choices={nodeChoices(flow)}
        onClose={() => ui.getState().set({ isFinding: false })}
        onChoose={(id) => {
          goTo(id);
          openNode(id);
        }}
      />
    );
  }
  return null;
}
