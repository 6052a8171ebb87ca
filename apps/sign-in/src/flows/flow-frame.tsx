// What every flow screen has in common: waiting, failing, and the flow's own messages.
import type { Flow } from "@parley/identity-client";
import type { ReactNode } from "react";
import { Messages, ProblemNotice } from "../parts/notices.tsx";
import { Shell } from "../parts/shell.tsx";
import { screenUrl, usePage } from "../page.ts";
import type { FlowHandle } from "./use-flow.ts";

type FlowFrameProps = {
  handle: FlowHandle;
  title: string;
  intro?: ReactNode;
  footer?: ReactNode;
  width?: "narrow" | "wide";
  children: (flow: Flow) => ReactNode;
};

export function FlowFrame({ handle, title, intro, footer, width = "narrow", children }: FlowFrameProps) {
  const page = usePage();
  const { flow, problem, isBusy, isHeld, flowType } = handle;
  return (
    <Shell title={title} intro={flow === undefined ? undefined : intro} footer={footer} width={width}>
      {problem !== undefined && (
        <ProblemNotice
          problem={problem}
          onRetry={handle.retry}
          startAgainUrl={screenUrl(page, `/${flowType}`)}
          signInUrl={screenUrl(page, "/")}
        />
      )}
      {flow === undefined && problem === undefined && <Waiting />}
      {flow !== undefined && (
        <div className="stack" aria-busy={isBusy && !isHeld}>
          {problem === undefined && <Messages messages={flow.ui.messages} />}
          {children(flow)}
        </div>
      )}
    </Shell>
  );
}

function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="unseen">Loading</span>
    </div>
  );
}
