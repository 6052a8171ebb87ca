// A code editor that is fetched when it is first shown (CodeMirror weighs a hundred kilobytes).
import { lazy, Suspense } from "react";
import { useTexts } from "./texts.tsx";
import type { CodeEditorProps } from "./code-editor/props.ts";
import classes from "./code-editor/code-editor.module.css";

export type { CodeEditorProps } from "./code-editor/props.ts";

const Editor = lazy(() => import("./code-editor/editor.tsx").then((module) => ({ default: module.Editor })));

export function CodeEditor(props: CodeEditorProps) {
  const texts = useTexts();
  const height = props.height ?? 240;
  return (
    <Suspense
      fallback={
        <div
          className={classes["loading"]}
          style={{ height }}
          role="progressbar"
          aria-label={texts.loading}
        />
      }
    >
      <Editor {...props} height={height} />
    </Suspense>
  );
}
