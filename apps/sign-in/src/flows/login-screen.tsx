import type { Flow } from "@parley/identity-client";
import { screenUrl, usePage } from "../page.ts";
import { FirstFactor } from "./first-factor.tsx";
import { FlowFrame } from "./flow-frame.tsx";
import { FlowForm } from "./flow-form.tsx";
import { findInput, nodesOf } from "./nodes.ts";
import { SecondFactor } from "./second-factor.tsx";
import type { FlowHandle } from "./use-flow.ts";
import { useFlow } from "./use-flow.ts";

export function LoginScreen() {
  const page = usePage();
  const handle = useFlow("login");
  const isSecondFactor = handle.flow?.requested_aal === "aal2";
  const title = isSecondFactor
    ? "Second step"
    : handle.flow?.refresh === true
      ? "Confirm it is you"
      : "Sign in";
  return (
    <FlowFrame handle={handle} title={title} footer={<LoginFooter isSecondFactor={isSecondFactor} />}>
      {(flow) => <LoginStep key={page.query.get("emailId")} flow={flow} handle={handle} />}
    </FlowFrame>
  );
}

function LoginStep({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  if (flow.state === "sent_email" && findInput(flow, "code") !== undefined) {
    return <FlowForm flow={flow} handle={handle} nodes={nodesOf(flow, "code")} autoFocus />;
  }
  if (flow.requested_aal === "aal2") return <SecondFactor flow={flow} handle={handle} />;
  return <FirstFactor flow={flow} handle={handle} />;
}

function LoginFooter({ isSecondFactor }: { isSecondFactor: boolean }) {
  const page = usePage();
  if (isSecondFactor)
    return <a href={screenUrl(page, "/recovery")}>Lost your second factor? Recover your account</a>;
  if (!page.configuration.registration) return undefined;
  return (
    <>
      New here? <a href={screenUrl(page, "/registration")}>Create an account</a>
    </>
  );
}
