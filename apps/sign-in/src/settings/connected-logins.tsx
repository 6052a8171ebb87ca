// Logins of other services and of the organisation. OIDC and SAML look and work alike.
import type { Flow, InputNode } from "@parley/identity-client";
import { FlowForm } from "../flows/flow-form.tsx";
import { isSubmit, nodeKey, nodesOf, providerName } from "../flows/nodes.ts";
import type { FlowHandle } from "../flows/use-flow.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { SubmitButton } from "../parts/submit-button.tsx";
import { Card } from "./card.tsx";

export function ConnectedLogins({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const nodes = nodesOf(flow, "oidc", "saml");
  const buttons = nodes.filter(isSubmit);
  return (
    <Card
      title="Connected logins"
      about="Sign in with another account you already have. You always keep at least one way to sign in."
    >
      <FlowForm flow={flow} handle={handle} nodes={nodes}>
        {buttons.map((node) => (
          <div key={nodeKey(node)} className="row row-between login">
            <span>{providerName(node)}</span>
            <LoginButton node={node} isBusy={handle.isBusy} />
          </div>
        ))}
      </FlowForm>
    </Card>
  );
}

function LoginButton({ node, isBusy }: { node: InputNode; isBusy: boolean }) {
  if (node.attributes.name !== "unlink") return <SubmitButton node={node} isBusy={isBusy} look="quiet" />;
  const warning = `You can no longer sign in with ${providerName(node)}. Your other ways to sign in stay.`;
  return <ConfirmButton node={node} isBusy={isBusy} warning={warning} />;
}
