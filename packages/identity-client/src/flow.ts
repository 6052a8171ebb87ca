// The JSON a Kratos-compatible provider answers with: flows, their nodes and messages, sessions.
// Only what callers read is typed; unknown members pass through untouched.

export const FLOW_TYPES = ["login", "registration", "recovery", "verification", "settings"] as const;
export type FlowType = (typeof FLOW_TYPES)[number];

export function isFlowType(value: unknown): value is FlowType {
  return FLOW_TYPES.some((flowType) => flowType === value);
}

/** Texts change with every provider release: decide by `id`, never by `text`. */
export type Message = {
  id: number;
  text: string;
  type: "info" | "error" | "success";
  context?: Record<string, unknown>;
};

export type NodeGroup =
  | "default"
  | "password"
  | "oidc"
  | "saml"
  | "profile"
  | "link"
  | "code"
  | "totp"
  | "lookup_secret"
  | "webauthn"
  | "passkey"
  | "identifier_first"
  | "captcha";

export type InputType =
  | "text"
  | "password"
  | "number"
  | "checkbox"
  | "hidden"
  | "email"
  | "tel"
  | "submit"
  | "button"
  | "datetime-local"
  | "date"
  | "url";

type NodeBase = { group: NodeGroup; messages: Message[]; meta: { label?: Message } };

export type InputNode = NodeBase & {
  type: "input";
  attributes: {
    node_type?: "input";
    name: string;
    type: InputType;
    value?: string | number | boolean;
    required?: boolean;
    disabled?: boolean;
    autocomplete?: string;
    pattern?: string;
    maxlength?: number;
    options?: { value: string }[];
  };
};
export type ImageNode = NodeBase & {
  type: "img";
  attributes: { node_type?: "img"; id: string; src: string; width: number; height: number };
};
export type AnchorNode = NodeBase & {
  type: "a";
  attributes: { node_type?: "a"; id: string; href: string; title: Message };
};
export type TextNode = NodeBase & {
  type: "text";
  attributes: { node_type?: "text"; id: string; text: Message };
};
/** Script and div nodes exist for passkeys and captchas; nothing here runs them. */
export type OpaqueNode = NodeBase & { type: "script" | "div"; attributes: { id: string } };

export type UiNode = InputNode | ImageNode | AnchorNode | TextNode | OpaqueNode;

export type FlowState = "choose_method" | "sent_email" | "passed_challenge" | "show_form" | "success";

export type Flow = {
  id: string;
  type: "browser" | "api";
  issued_at: string;
  expires_at: string;
  request_url: string;
  return_to?: string;
  active?: string;
  state?: FlowState;
  ui: { action: string; method: string; nodes: UiNode[]; messages?: Message[] };
  refresh?: boolean;
  requested_aal?: AssuranceLevel;
  identity?: Identity;
  continue_with?: ContinueWith[];
};

type FlowReference = { id: string; url?: string; verifiable_address?: string };

export type ContinueWith =
  | { action: "redirect_browser_to"; redirect_browser_to: string }
  | { action: "show_verification_ui" | "show_settings_ui" | "show_recovery_ui"; flow: FlowReference };

export type AssuranceLevel = "aal0" | "aal1" | "aal2" | "aal3";

export type Identity = {
  id: string;
  schema_id?: string;
  state?: "active" | "inactive";
  traits: Record<string, unknown>;
  verifiable_addresses?: { id: string; value: string; verified: boolean; via: string; status: string }[];
  recovery_addresses?: { id: string; value: string; via: string }[];
  metadata_public?: unknown;
};

export type Session = {
  id: string;
  active: boolean;
  expires_at?: string;
  authenticated_at?: string;
  issued_at?: string;
  authenticator_assurance_level?: AssuranceLevel;
  authentication_methods?: {
    method: string;
    aal?: AssuranceLevel;
    completed_at?: string;
    provider?: string;
  }[];
  identity: Identity;
  devices?: { id: string; ip_address?: string; user_agent?: string; location?: string }[];
};

export type LogoutFlow = { logout_url: string; logout_token: string };

/** What /self-service/errors keeps for an error that happened during a full-page navigation. */
export type StoredError = {
  id: string;
  error: Record<string, unknown>;
  created_at?: string;
  updated_at?: string;
};
