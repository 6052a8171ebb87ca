import type { InputNode } from "@parley/identity-client";
import { useState } from "react";
import { labelOf } from "../flows/nodes.ts";
import { SubmitButton } from "./submit-button.tsx";

/** A change that cannot be undone takes one deliberate step more, and says what is lost. */
export function ConfirmButton({
  node,
  isBusy,
  warning,
}: {
  node: InputNode;
  isBusy: boolean;
  warning: string;
}) {
  const [isAsking, setIsAsking] = useState(false);
  if (!isAsking) {
    return (
      <button
        type="button"
        className="button button-quiet"
        disabled={isBusy}
        onClick={() => setIsAsking(true)}
      >
        {labelOf(node)}
      </button>
    );
  }
  return (
    <div className="confirm" role="group" aria-label={labelOf(node)}>
      <p>{warning}</p>
      <div className="row">
        <SubmitButton node={node} isBusy={isBusy} look="danger" autoFocus />
        <button type="button" className="button button-quiet" onClick={() => setIsAsking(false)}>
          Keep it
        </button>
      </div>
    </div>
  );
}
