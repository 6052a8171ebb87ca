import type { Flow } from "@parley/identity-client";
import { screenUrl, usePage } from "../page.ts";
import { FlowForm } from "./flow-form.tsx";
import { FlowFrame } from "./flow-frame.tsx";
import { isSubmit, nodesOf } from "./nodes.ts";
import type { FlowHandle } from "./use-flow.ts";
import { useFlow } from "./use-flow.ts";

export function RegistrationScreen() {
  const page = usePage();
  const handle = useFlow("registration");
  return (
    <FlowFrame
      handle={handle}
      title="Create your account"
      footer={
        <span>
          Have an account? <a href={screenUrl(page, "/")}>Sign in</a>
        </span>
      }
    >
      {(flow) => <RegistrationForms flow={flow} handle={handle} />}
    </FlowFrame>
  );
}

function RegistrationForms({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const outside = nodesOf(flow, "oidc", "saml").filter(isSubmit);
  const own = flow.ui.nodes.filter((node) => node.group !== "oidc" && node.group !== "saml");
  return (
    <>
      <FlowForm flow={flow} handle={handle} nodes={own} autoFocus />
      {outside.length > 0 && own.some(isSubmit) && <div className="or">or</div>}
      {outside.length > 0 && <FlowForm flow={flow} handle={handle} nodes={outside} look="quiet" />}
    </>
  );
}
