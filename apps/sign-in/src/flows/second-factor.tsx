import type { Flow, NodeGroup } from "@parley/identity-client";
import { useState } from "react";
import { FlowForm } from "./flow-form.tsx";
import { hasGroup, nodesOf } from "./nodes.ts";
import type { FlowHandle } from "./use-flow.ts";

const FACTORS: { group: NodeGroup; switchLabel: string }[] = [
  { group: "totp", switchLabel: "Use your authenticator app" },
  { group: "code", switchLabel: "Get a code by e-mail" },
  { group: "lookup_secret", switchLabel: "Use a backup code" },
];

export function SecondFactor({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const offered = FACTORS.filter(({ group }) => hasGroup(flow, group));
  const [chosen, setChosen] = useState<NodeGroup>();
  const current = offered.find(({ group }) => group === chosen) ?? offered[0];
  if (current === undefined) {
    return (
      <p className="notice notice-error" role="alert">
        No second factor is set up for this account. Ask your administrator to reset it.
      </p>
    );
  }
  return (
    <>
      <FlowForm
        key={current.group}
        flow={flow}
        handle={handle}
        nodes={nodesOf(flow, current.group)}
        autoFocus
      />
      {offered.length > 1 && <div className="or">or</div>}
      {offered
        .filter((factor) => factor !== current)
        .map(({ group, switchLabel }) => (
          <button
            key={group}
            type="button"
            className="button button-quiet"
            disabled={handle.isBusy}
            onClick={() => {
              setChosen(group);
              handle.forgetErrors();
            }}
          >
            {switchLabel}
          </button>
        ))}
    </>
  );
}
