// Backup codes: create, store, confirm, show again, replace, turn off.
import type { Flow, Message, UiNode } from "@parley/identity-client";
import { FlowForm } from "../flows/flow-form.tsx";
import { isSubmit, nodesOf } from "../flows/nodes.ts";
import type { FlowHandle } from "../flows/use-flow.ts";
import { ConfirmButton } from "../parts/confirm-button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { SubmitButton } from "../parts/submit-button.tsx";
import { Card } from "./card.tsx";

const USED = 1050014;

export function BackupCodes({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const nodes = nodesOf(flow, "lookup_secret");
  const button = (name: string) =>
    nodes.filter(isSubmit).find((node) => node.attributes.name === `lookup_secret_${name}`);
  const codes = codesOf(nodes);
  const [confirm, reveal, regenerate, disable] = [
    button("confirm"),
    button("reveal"),
    button("regenerate"),
    button("disable"),
  ];
  const { isBusy } = handle;
  return (
    <Card
      title="Backup codes"
      about="Each code works once. Keep them where you can reach them without your phone."
    >
      <FlowForm flow={flow} handle={handle} nodes={nodes}>
        {codes.length > 0 && <CodeList codes={codes} />}
        {confirm !== undefined && (
          <>
            <p className="hint">
              The codes work as soon as you confirm that you have stored them. They replace older ones.
            </p>
            <SubmitButton node={confirm} isBusy={isBusy} />
          </>
        )}
        {disable !== undefined && codes.length === 0 && <p className="state">Set up and in use.</p>}
        <div className="row row-wrap">
          {reveal !== undefined && <SubmitButton node={reveal} isBusy={isBusy} look="quiet" />}
          {regenerate !== undefined && (
            <SubmitButton
              node={regenerate}
              isBusy={isBusy}
              look={disable === undefined ? "primary" : "quiet"}
              label={disable === undefined ? "Create backup codes" : undefined}
            />
          )}
          {disable !== undefined && (
            <ConfirmButton
              node={disable}
              isBusy={isBusy}
              warning="All your backup codes stop working at once."
            />
          )}
        </div>
      </FlowForm>
    </Card>
  );
}

type BackupCode = { text: string; isUsed: boolean };

function CodeList({ codes }: { codes: BackupCode[] }) {
  const unused = codes.filter((code) => !code.isUsed).map((code) => code.text);
  return (
    <>
      <ul className="codes" aria-label="Your backup codes">
        {codes.map((code, index) => (
          <li key={index}>{code.isUsed ? <s>used</s> : <code>{code.text}</code>}</li>
        ))}
      </ul>
      <div className="row row-wrap">
        <CopyButton text={unused.join("\n")} label="Copy codes" />
        <button type="button" className="button button-quiet" onClick={() => download(unused)}>
          Download
        </button>
      </div>
    </>
  );
}

function codesOf(nodes: UiNode[]): BackupCode[] {
  const node = nodes.find((each) => each.type === "text" && each.attributes.id === "lookup_secret_codes");
  if (node?.type !== "text") return [];
  const secrets = node.attributes.text.context?.["secrets"];
  return Array.isArray(secrets) ? secrets.map(readCode) : [];
}

function readCode(message: Message): BackupCode {
  const secret = message.context?.["secret"];
  return { text: typeof secret === "string" ? secret : message.text, isUsed: message.id === USED };
}

function download(codes: string[]): void {
  const text = `Backup codes for ${window.location.host}\nEach code works once.\n\n${codes.join("\n")}\n`;
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "backup-codes.txt";
  link.click();
  URL.revokeObjectURL(url);
}
