// Turns a filled form into the JSON the provider expects.
import type { Flow, FlowBody, NodeGroup } from "@parley/identity-client";
import { findInput, inputNodes, stringValue } from "./nodes.ts";

export type Submitter = { name: string; value: string; group: NodeGroup };
export type SignOn = { method: "oidc" | "saml"; providerId: string };

/** Buttons that carry no method of their own. */
const METHOD_OF_BUTTON: Record<string, string> = {
  totp_unlink: "totp",
  lookup_secret_reveal: "lookup_secret",
  lookup_secret_regenerate: "lookup_secret",
  lookup_secret_confirm: "lookup_secret",
  lookup_secret_disable: "lookup_secret",
  screen: "profile",
  email: "code",
  resend: "code",
  address: "code",
};

export function formBody(
  flow: Flow,
  values: Iterable<[string, string]>,
  submitter: Submitter | undefined,
): FlowBody {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of values) if (value !== "") setField(flow, fields, name, value);
  if (submitter !== undefined) applySubmitter(fields, submitter);
  // A code means "check it" and an address means "send another": never say both.
  if (submitter?.name === "email" || submitter?.name === "resend") delete fields["code"];
  else if (fields["code"] !== undefined && findInput(flow, "code") !== undefined) delete fields["email"];
  return { ...fields, ...csrfToken(flow) };
}

/** The hop to an outside login that a body asks for, if any. */
export function signOnOf(body: FlowBody): SignOn | undefined {
  const providerId = body["provider"] ?? body["link"];
  const method = body["method"];
  if (typeof providerId !== "string" || (method !== "oidc" && method !== "saml")) return undefined;
  return { method, providerId };
}

export function csrfToken(flow: Flow): { csrf_token?: string } {
  const token = stringValue(findInput(flow, "csrf_token"));
  return token === "" ? {} : { csrf_token: token };
}

function setField(flow: Flow, fields: Record<string, unknown>, name: string, value: string): void {
  const type = inputNodes(flow).find((node) => node.attributes.name === name)?.attributes.type;
  const typed =
    type === "checkbox" ? value === "on" || value === "true" : type === "number" ? Number(value) : value;
  const [first, ...rest] = name.split(".");
  // Traits are nested objects in JSON, though their nodes have dotted names.
  if (first !== "traits" || rest.length === 0) {
    fields[name] = typed;
    return;
  }
  let at = fields;
  for (const [index, part] of [first, ...rest].entries()) {
    if (part === "__proto__") return;
    if (index === rest.length) at[part] = typed;
    else {
      const next: Record<string, unknown> = Object(at[part]);
      at[part] = next;
      at = next;
    }
  }
}

function applySubmitter(fields: Record<string, unknown>, { name, value, group }: Submitter): void {
  const isFlag = name === "totp_unlink" || name.startsWith("lookup_secret_");
  fields[name] = isFlag ? true : value;
  if (name === "provider" || name === "link" || name === "unlink") fields["method"] = group;
  else if (METHOD_OF_BUTTON[name] !== undefined) fields["method"] = METHOD_OF_BUTTON[name];
}
