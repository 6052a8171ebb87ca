// What is typed over several lines replaces them here and not in the browser: a browser that joins lines keeps their
// look with style attributes, which the policy of the page refuses, and the editor draws its lines anew anyway.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";

export const typedOverSelection: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { doc, readOnly, selection } = view.state;
    const { from, to } = selection.main;
    const text = event.data;
    if (event.inputType !== "insertText" || event.isComposing || !event.cancelable || !text || readOnly) {
      return false;
    }
    if (to <= doc.lineAt(from).to) return false;
    const replace = () =>
      view.state.update(view.state.replaceSelection(text), { scrollIntoView: true, userEvent: "input.type" });
    // Brackets and quotation marks may go around it.
    const handlers = view.state.facet(EditorView.inputHandler);
    const isHandled = handlers.some((handle) => handle(view, from, to, text, replace));
    if (!isHandled) view.dispatch(replace());
    event.preventDefault();
    return true;
  },
});
