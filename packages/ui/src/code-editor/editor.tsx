// CodeMirror 6 in React: the document lives in the editor, changes are told outwards.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type CompletionContext,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, linter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { useEffect, useEffectEvent, useRef } from "react";
import { codeColours, codeTheme } from "./theme.ts";
import type { CodeEditorProps } from "./props.ts";
import { typedOverSelection } from "./typed-over-selection.ts";
import classes from "./code-editor.module.css";

export function Editor({
  value,
  onChange,
  label,
  language,
  isReadOnly = false,
  height = 240,
  completions,
  problems,
  line,
}: CodeEditorProps) {
  const holder = useRef<HTMLDivElement>(null);
  const viewRef = useRef<EditorView>(null);
  // Told outwards and not yet come back as the value.
  const told = useRef<string[]>([]);
  const tell = useEffectEvent((text: string) => {
    told.current = [...told.current.slice(-mostTold), text];
    onChange?.(text);
  });
  const firstValue = useEffectEvent(() => value);
  const offered = useEffectEvent(() => completions ?? []);

  useEffect(() => {
    const shadow = shadowOf(holder.current);
    if (!shadow) return;
    const view = new EditorView({
      parent: shadow,
      // In a shadow tree CodeMirror uses constructed style sheets, which the content security policy allows.
      root: shadow,
      state: EditorState.create({
        doc: firstValue(),
        extensions: [
          ...basics,
          ...languages[language],
          ...offering(offered()),
          EditorState.readOnly.of(isReadOnly),
          EditorView.contentAttributes.of({ "aria-label": label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) tell(update.state.doc.toString());
          }),
        ],
      }),
    });
    viewRef.current = view;
    told.current = [];
    return () => {
      view.destroy();
      viewRef.current = null;
    };
  }, [language, isReadOnly, label]);

  useEffect(() => {
    const view = viewRef.current;
    if (!view) return;
    // On a busy machine a text comes back when somebody has typed on already: putting it in would undo that.
    const back = told.current.lastIndexOf(value);
    told.current = told.current.slice(back + 1);
    if (back >= 0 || view.state.doc.toString() === value) return;
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } });
    told.current = [];
  }, [value]);

  useEffect(() => {
    const view = viewRef.current;
    if (!view || !problems) return;
    const found = problems.map(({ line, message }) => {
      const { from, to } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      return { from, to, message, severity: "error" as const };
    });
    view.dispatch(setDiagnostics(view.state, found));
  }, [problems]);

  useEffect(() => {
    const view = viewRef.current;
    if (!view || line === undefined) return;
    const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
    holder.current?.scrollIntoView({ block: "nearest" });
    view.focus();
  }, [line]);

  return (
    <div ref={holder} className={classes["holder"]} style={{ height: height === "fill" ? "100%" : height }} />
  );
}

function shadowOf(element: HTMLElement | null): ShadowRoot | undefined {
  if (!element) return undefined;
  return element.shadowRoot ?? element.attachShadow({ mode: "open" });
}

/** A word may begin as a class, a variable or a property: ".bubble", "--brand", "border-radius". */
function offering(options: NonNullable<CodeEditorProps["completions"]>): Extension[] {
  if (options.length === 0) return [];
  const complete = (context: CompletionContext) => {
    const word = context.matchBefore(/[.@-]{0,2}[\w-]*$/u);
    if (!word || (word.from === word.to && !context.explicit)) return null;
    return { from: word.from, options: [...options], validFor: /^[.@-]{0,2}[\w-]*$/u };
  };
  return [EditorState.languageData.of(() => [{ autocomplete: complete }])];
}

const mostTold = 20;

const jsonProblems = jsonParseLinter();

const basics: Extension[] = [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  typedOverSelection,
  bracketMatching(),
  closeBrackets(),
  autocompletion(),
  highlightActiveLine(),
  lintGutter(),
  syntaxHighlighting(codeColours),
  codeTheme,
  // Escape, then Tab, leaves the editor: CodeMirror's own way out of the Tab key.
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
];

const languages: Record<CodeEditorProps["language"], Extension[]> = {
  json: [json(), linter((view) => (view.state.doc.length === 0 ? [] : jsonProblems(view)))],
  javascript: [javascript()],
  text: [EditorView.lineWrapping],
};
