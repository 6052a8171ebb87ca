import { useState } from "react";

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<"ready" | "copied" | "failed">("ready");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <button type="button" className="button button-quiet" onClick={() => void copy()}>
        {state === "copied" ? "Copied" : label}
      </button>
      <span className="unseen" role="status">
        {state === "copied" ? "Copied" : ""}
        {state === "failed" ? "Copying is blocked in this browser. Select the text instead." : ""}
      </span>
    </>
  );
}
