import { HighlightStyle } from "@codemirror/language";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

// Variables reach into the shadow tree, so both colour schemes come from the page.
export const codeTheme = EditorView.theme({
  "&": {
    height: "100%",
    color: "var(--parley-text)",
    backgroundColor: "var(--parley-surface)",
    fontSize: "12.5px",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mantine-font-family-monospace)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--parley-text)" },
  ".cm-cursor": { borderLeftColor: "var(--parley-text)" },
  ".cm-gutters": {
    backgroundColor: "var(--parley-surface)",
    color: "var(--parley-muted)",
    border: "none",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--parley-text) 4%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--parley-focus) 25%, transparent)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--parley-line)",
    borderRadius: "6px",
    backgroundColor: "var(--parley-raised)",
    color: "var(--parley-text)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": {
    backgroundColor: "var(--parley-selected)",
    color: "var(--parley-text)",
  },
  ".cm-panels": { backgroundColor: "var(--parley-surface)", color: "var(--parley-text)" },
});

export const codeColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: "var(--mantine-color-violet-text)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--mantine-color-green-text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--mantine-color-orange-text)" },
  { tag: [tags.propertyName, tags.definition(tags.variableName)], color: "var(--mantine-color-blue-text)" },
  { tag: [tags.comment], color: "var(--parley-muted)", fontStyle: "italic" },
  { tag: [tags.function(tags.variableName)], color: "var(--parley-accent)" },
  { tag: [tags.invalid], color: "var(--mantine-color-red-text)" },
]);
