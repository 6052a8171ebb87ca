import type { Flow, UiNode } from "@parley/identity-client";
import { FlowForm } from "../flows/flow-form.tsx";
import { isField, isSubmit, labelOf, nodesOf } from "../flows/nodes.ts";
import type { FlowHandle } from "../flows/use-flow.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { Field } from "../parts/field.tsx";
import { SubmitButton } from "../parts/submit-button.tsx";
import { Card } from "./card.tsx";

export function TotpCard({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const nodes = nodesOf(flow, "totp");
  const remove = nodes.filter(isSubmit).find((node) => node.attributes.name === "totp_unlink");
  return (
    <Card
      title="Authenticator app"
      about="An app on your phone shows a new code every 30 seconds. You enter it after your password."
    >
      {remove === undefined ? (
        <FlowForm flow={flow} handle={handle} nodes={nodes}>
          <Enrolment nodes={nodes} isBusy={handle.isBusy} />
        </FlowForm>
      ) : (
        <FlowForm flow={flow} handle={handle} nodes={nodes}>
          <p className="state">Set up and in use.</p>
          <ConfirmButton
            node={remove}
            isBusy={handle.isBusy}
            warning="Codes from the app stop working at once, and your password alone is enough to sign in."
          />
        </FlowForm>
      )}
    </Card>
  );
}

function Enrolment({ nodes, isBusy }: { nodes: UiNode[]; isBusy: boolean }) {
  const image = nodes.find((node) => node.type === "img");
  const key = nodes.find((node) => node.type === "text" && node.attributes.id === "totp_secret_key");
  const secret = key?.type === "text" ? secretOf(key) : undefined;
  return (
    <>
      <div className="enrolment">
        {image !== undefined && (
          <img
            className="qr"
            src={image.attributes.src}
            width={image.attributes.width}
            height={image.attributes.height}
            alt={labelOf(image)}
          />
        )}
        <ol>
          <li>Open your authenticator app and scan the picture.</li>
          <li>
            No camera? Enter this key instead:
            {secret !== undefined && (
              <span className="secret">
                <code>{secret.match(/.{1,4}/g)?.join(" ")}</code>{" "}
                <CopyButton text={secret} label="Copy key" />
              </span>
            )}
          </li>
          <li>Enter the code that the app shows now.</li>
        </ol>
      </div>
      {nodes.filter(isField).map((node) => (
        <Field key={node.attributes.name} node={node} />
      ))}
      {nodes.filter(isSubmit).map((node) => (
        <SubmitButton key={node.attributes.name} node={node} isBusy={isBusy} label="Turn on" />
      ))}
    </>
  );
}

function secretOf(node: Extract<UiNode, { type: "text" }>): string {
  const secret = node.attributes.text.context?.["secret"];
  return typeof secret === "string" ? secret : node.attributes.text.text;
}
