// The console asked to add one login method to this account. It takes a click here: an address somebody
// sends around must not connect anything by being opened.
import type { Flow, InputNode } from "@parley/identity-client";
import { useEffect, useState } from "react";
import { csrfToken } from "../flows/form-body.ts";
import { FlowFrame } from "../flows/flow-frame.tsx";
import { isSubmit, nodeKey, nodesOf, providerName, stringValue } from "../flows/nodes.ts";
import type { FlowHandle } from "../flows/use-flow.ts";
import { forgetLinkingDetails, myAccountUrl } from "../linking-details.ts";
import { usePage } from "../page.ts";

export function LinkingScreen({ handle }: { handle: FlowHandle }) {
  const page = usePage();
  const [managerHost, setManagerHost] = useState(page.configuration.managerUrl);
  useEffect(() => void page.managerHost.then(setManagerHost), [page]);
  const name = page.linking.authMethodName ?? "a login method";
  return (
    <FlowFrame
      handle={handle}
      title={`Connect ${name}`}
      intro={`Afterwards you can sign in to your account with ${name} as well. You will be asked to sign in there once.`}
      footer={
        <a
          href={myAccountUrl(managerHost, page.linking, true)}
          onClick={() => forgetLinkingDetails(localStorage)}
        >
          Cancel and go back
        </a>
      }
    >
      {(flow) => <Choices flow={flow} handle={handle} name={page.linking.authMethodName} />}
    </FlowFrame>
  );
}

function Choices({ flow, handle, name }: { flow: Flow; handle: FlowHandle; name: string | undefined }) {
  const nodes = matching(nodesOf(flow, "oidc", "saml").filter(isSubmit), name);
  if (nodes.length === 0) {
    return (
      <p className="notice notice-error" role="alert">
        This login method cannot be connected at the moment. Go back, and ask your administrator whether it is
        switched on.
      </p>
    );
  }
  return nodes.map((node) => (
    <button
      key={nodeKey(node)}
      type="button"
      className="button button-primary"
      disabled={handle.isBusy}
      // Also for a login that is connected already: the provider's answer then completes the organisation's record.
      onClick={() => void handle.submit({ method: node.group, link: stringValue(node), ...csrfToken(flow) })}
    >
      Connect {providerName(node)}
    </button>
  ));
}

/** The named one alone, or everything that can be connected when the name is not among them. */
function matching(nodes: InputNode[], name: string | undefined): InputNode[] {
  const wanted = name?.toLowerCase();
  const named = nodes.filter((node) =>
    [stringValue(node), providerName(node)].some((text) => text.toLowerCase() === wanted),
  );
  return named.length > 0 ? named : nodes.filter((node) => node.attributes.name === "link");
}
