// The form a front end draws, as data. Order and shape are those of Ory Kratos.
import type { UiText } from "./messages.ts";

export type NodeGroup =
  | "default"
  | "password"
  | "oidc"
  | "saml"
  | "profile"
  | "code"
  | "totp"
  | "lookup_secret";

export interface UiNode {
  readonly type: "input" | "img" | "text" | "a";
  readonly group: NodeGroup;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly messages: readonly UiText[];
  readonly meta: { readonly label?: UiText };
}

interface InputOptions {
  readonly type?: string;
  readonly value?: unknown;
  readonly required?: boolean;
  readonly autocomplete?: string;
  readonly pattern?: string;
  readonly maxlength?: number;
  readonly label?: UiText;
}

export function input(group: NodeGroup, name: string, options: InputOptions = {}): UiNode {
  const { label, type = "text", ...rest } = options;
  return {
    type: "input",
    group,
    attributes: { name, type, ...rest, disabled: false, node_type: "input" },
    messages: [],
    meta: label === undefined ? {} : { label },
  };
}

export function submit(group: NodeGroup, name: string, value: string, label: UiText): UiNode {
  return input(group, name, { type: "submit", value, label });
}

export function csrfNode(value: string): UiNode {
  return input("default", "csrf_token", { type: "hidden", value, required: true });
}

export function image(group: NodeGroup, id: string, src: string, size: number, label: UiText): UiNode {
  return {
    type: "img",
    group,
    attributes: { src, id, width: size, height: size, node_type: "img" },
    messages: [],
    meta: { label },
  };
}

export function text(group: NodeGroup, id: string, content: UiText, label: UiText): UiNode {
  return {
    type: "text",
    group,
    attributes: { text: content, id, node_type: "text" },
    messages: [],
    meta: { label },
  };
}

export function anchor(group: NodeGroup, id: string, href: string, title: UiText): UiNode {
  return {
    type: "a",
    group,
    attributes: { href, title, id, node_type: "a" },
    messages: [],
    meta: { label: title },
  };
}

/** A message for a field goes to its node; one for a field that is not there makes a node of its own. */
export function attachMessages(
  nodes: readonly UiNode[],
  messages: ReadonlyArray<{ readonly field?: string | undefined; readonly text: UiText }>,
): { nodes: UiNode[]; messages: UiText[] } {
  const result = [...nodes];
  const global: UiText[] = [];
  for (const { field, text: message } of messages) {
    if (field === undefined) {
      global.push(message);
      continue;
    }
    const index = result.findIndex((node) => node.attributes["name"] === field);
    const node = index === -1 ? input("default", field) : result[index];
    if (node === undefined) continue;
    const withMessage = { ...node, messages: [...node.messages, message] };
    if (index === -1) result.push(withMessage);
    else result[index] = withMessage;
  }
  return { nodes: result, messages: global };
}
