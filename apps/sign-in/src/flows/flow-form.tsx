// A real form over some nodes of a flow. Without JavaScript it would still post to the provider.
import type { Flow, FlowAnswer, NodeGroup, UiNode } from "@parley/identity-client";
import type { FormEvent, ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Field } from "../parts/field.tsx";
import { SubmitButton } from "../parts/submit-button.tsx";
import type { Submitter } from "./form-body.ts";
import { formBody } from "./form-body.ts";
import { isField, isHidden, isSubmit, nodeKey, stringValue } from "./nodes.ts";
import type { FlowHandle } from "./use-flow.ts";

type FlowFormProps = {
  flow: Flow;
  handle: FlowHandle;
  nodes: UiNode[];
  autoFocus?: boolean;
  look?: "primary" | "quiet";
  lead?: ReactNode;
  /** Replaces the plain rendering; hidden nodes are always there. */
  children?: ReactNode;
  onAnswer?: (answer: FlowAnswer) => void;
};

export function FlowForm(props: FlowFormProps) {
  const { flow, handle, nodes, autoFocus = false, look = "primary", lead, children, onAnswer } = props;
  const form = useRef<HTMLFormElement>(null);
  const hidden = flow.ui.nodes
    .filter(isHidden)
    .filter((node) => node.group === "default" || nodes.includes(node));

  // After an answer the first field in error is where the person goes on.
  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(), [flow]);

  useEffect(() => {
    if (autoFocus) firstEmptyField(form.current)?.focus();
  }, [autoFocus]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (handle.isBusy) return;
    const values = textEntries(new FormData(event.currentTarget));
    const answer = await handle.submit(formBody(flow, values, submitterOf(event.nativeEvent)));
    if (answer.kind === "flow" && form.current !== null) clearSecrets(form.current);
    onAnswer?.(answer);
  };

  return (
    <form
      ref={form}
      className="form"
      method="post"
      action={flow.ui.action}
      onSubmit={(event) => void onSubmit(event)}
    >
      {hidden.map((node) => (
        <input key={nodeKey(node)} type="hidden" name={node.attributes.name} value={stringValue(node)} />
      ))}
      {lead}
      {children ?? <PlainNodes nodes={nodes} isBusy={handle.isBusy} look={look} />}
    </form>
  );
}

type PlainNodesProps = { nodes: UiNode[]; isBusy: boolean; look: "primary" | "quiet" };

function PlainNodes({ nodes, isBusy, look }: PlainNodesProps) {
  return (
    <>
      {nodes.filter(isField).map((node) => (
        <Field key={nodeKey(node)} node={node} />
      ))}
      {nodes.filter(isSubmit).map((node, index) => (
        <SubmitButton key={nodeKey(node)} node={node} isBusy={isBusy} look={index === 0 ? look : "quiet"} />
      ))}
    </>
  );
}

function firstEmptyField(form: HTMLFormElement | null): HTMLElement | undefined {
  const fields = form?.querySelectorAll<HTMLInputElement>("input:not([type=hidden], [readonly])") ?? [];
  return [...fields].find((field) => field.value === "");
}

function textEntries(data: FormData): [string, string][] {
  return [...data].flatMap(([name, value]): [string, string][] =>
    typeof value === "string" ? [[name, value]] : [],
  );
}

/** A code or password that was sent is spent: a wrong one is typed anew, a right one is not kept around. */
function clearSecrets(form: HTMLFormElement): void {
  const spent = form.querySelectorAll<HTMLInputElement>("input.code, input[type=password]");
  for (const input of spent) input.value = "";
  if (form.contains(document.activeElement)) spent[0]?.focus();
}

function submitterOf(event: Event): Submitter | undefined {
  if (!(event instanceof SubmitEvent) || !(event.submitter instanceof HTMLButtonElement)) return undefined;
  const { name, value, dataset } = event.submitter;
  return name === "" ? undefined : { name, value, group: groupOf(dataset["group"]) };
}

function groupOf(value: string | undefined): NodeGroup {
  return GROUPS.find((group) => group === value) ?? "default";
}

const GROUPS: readonly NodeGroup[] = [
  "password",
  "oidc",
  "saml",
  "profile",
  "link",
  "code",
  "totp",
  "lookup_secret",
];
