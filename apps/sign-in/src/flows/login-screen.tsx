import type { Flow } from "@parley/identity-client";
import { screenUrl, usePage } from "../page.ts";
import { FirstFactor } from "./first-factor.tsx";
import { FlowFrame } from "./flow-frame.tsx";
import { FlowForm } from "./flow-form.tsx";
import { findInput, nodesOf } from "./nodes.ts";
import { SignOutButton } from "../parts/sign-out-button.tsx";
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
    <FlowFrame handle={handle} title={title} footer={<LoginFooter flow={handle.flow} />}>
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

function LoginFooter({ flow }: { flow: Flow | undefined }) {
  const page = usePage();
  if (flow?.requested_aal === "aal2") {
    return (
      <>
        <span>Lost your phone and your backup codes? Ask your administrator to reset the second step.</span>
        <SignOutButton label="Sign in as somebody else" />
      </>
    );
  }
  if (flow?.refresh === true) return <SignOutButton label="Sign in as somebody else" />;
  if (!page.configuration.registration) return undefined;
  return (
    <span>
      New here? <a href={screenUrl(page, "/registration")}>Create an account</a>
    </span>
  );
}
