// Flows as Kratos writes them: node names, groups, order and message ids.
type Message = { id: number; type: string; text: string; context?: Record<string, unknown> };
type Node = Record<string, unknown>;

export function aFlow(nodes: Node[], given: Record<string, unknown> = {}, messages: Message[] = []) {
  return {
    id: "f1",
    type: "browser",
    issued_at: "2026-01-01T00:00:00Z",
    expires_at: "2026-01-01T01:00:00Z",
    request_url: "http://localhost/self-service",
    ui: {
      action: "http://localhost/self-service?flow=f1",
      method: "POST",
      nodes: [csrf, ...nodes],
      messages,
    },
    ...given,
  };
}

export function message(id: number, type = "info", context: Record<string, unknown> = {}): Message {
  return { id, type, text: `message ${id}`, context };
}

export function input(
  group: string,
  name: string,
  type: string,
  label: number,
  given: Record<string, unknown> = {},
  messages: Message[] = [],
): Node {
  const { context, ...attributes } = given;
  const meta = { label: message(label, "info", Object(context)) };
  return { type: "input", group, messages, meta, attributes: { name, type, disabled: false, ...attributes } };
}

export function submit(group: string, name: string, value: string, label: number, context = {}): Node {
  return input(group, name, "submit", label, { value, context });
}

const csrf: Node = {
  type: "input",
  group: "default",
  messages: [],
  meta: {},
  attributes: { name: "csrf_token", type: "hidden", value: "masked", required: true, disabled: false },
};

const QR =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQAAAADsdIMmAAAAGElEQVR4AWNgYPj/n4GBgZEBBBgZGRgAADXiA/9jB2lAAAAAAElFTkSuQmCC";

export const password = [
  input("default", "identifier", "text", 1070004, { required: true }),
  input("password", "password", "password", 1070001, { required: true, autocomplete: "current-password" }),
  submit("password", "method", "password", 1010022),
];
export const google = submit("oidc", "provider", "google", 1010002, {
  provider: "Google",
  provider_id: "google",
});
export const saml = submit("saml", "provider", "acme-saml", 1010002, { provider: "Acme" });
export const secondFactor = [
  input("totp", "totp_code", "text", 1010006, { required: true }),
  submit("totp", "method", "totp", 1010009),
  input("lookup_secret", "lookup_secret", "text", 1010007, { required: true }),
  submit("lookup_secret", "method", "lookup_secret", 1010010),
];
export const askAddress = [
  input("code", "email", "email", 1070007, { required: true }),
  submit("code", "method", "code", 1070009),
];
export function enterCode(label = 1070010) {
  return [
    input("code", "code", "text", label, {
      required: true,
      pattern: "[0-9]+",
      maxlength: 6,
      autocomplete: "one-time-code",
    }),
    {
      ...csrf,
      group: "code",
      attributes: { name: "method", type: "hidden", value: "code", disabled: false },
    },
    submit("code", "method", "code", 1070009),
    submit("code", "email", "ada@acme.example", 1070008),
  ];
}
export const newPassword = [
  input("password", "password", "password", 1070001, { required: true, autocomplete: "new-password" }),
  submit("password", "method", "password", 1070003),
];
export const totpEnrolment: Node[] = [
  {
    type: "img",
    group: "totp",
    messages: [],
    meta: { label: message(1050005) },
    attributes: { id: "totp_qr", src: QR, width: 256, height: 256 },
  },
  {
    type: "text",
    group: "totp",
    messages: [],
    meta: { label: message(1050017) },
    attributes: {
      id: "totp_secret_key",
      text: message(1050006, "info", { secret: "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP" }),
    },
  },
  input("totp", "totp_code", "text", 1070006, { required: true }),
  submit("totp", "method", "totp", 1070003),
];
export const totpInUse = [submit("totp", "totp_unlink", "true", 1050004)];
export const noBackupCodes = [submit("lookup_secret", "lookup_secret_regenerate", "true", 1050008)];
export const backupCodesInUse = [
  submit("lookup_secret", "lookup_secret_reveal", "true", 1050007),
  submit("lookup_secret", "lookup_secret_disable", "true", 1050016),
];
export function backupCodes(...buttons: Node[]): Node[] {
  const secrets = Array.from({ length: 12 }, (_, index) =>
    index === 3
      ? message(1050014, "info", { used_at: "2026" })
      : message(1050009, "info", { secret: `k${index}wq7rt${index % 10}` }),
  );
  const text = message(1050015, "info", { secrets });
  return [
    {
      type: "text",
      group: "lookup_secret",
      messages: [],
      meta: { label: message(1050010) },
      attributes: { id: "lookup_secret_codes", text },
    },
    ...buttons,
  ];
}
export const confirmBackupCodes = submit("lookup_secret", "lookup_secret_confirm", "true", 1050011);
export const logins = [
  submit("oidc", "link", "google", 1050002, { provider: "Google" }),
  submit("saml", "unlink", "acme-saml", 1050003, { provider: "Acme" }),
];
export const profile = [
  input("profile", "traits.email", "email", 1070002, {
    value: "ada@acme.example",
    required: true,
    context: { title: "E-mail" },
  }),
  input("profile", "traits.name", "text", 1070002, { value: "Ada Lovelace", context: { title: "Name" } }),
  submit("profile", "method", "profile", 1070003),
];
export const registration = [
  input("default", "traits.email", "email", 1070002, {
    required: true,
    autocomplete: "email",
    context: { title: "E-mail" },
  }),
  input("default", "traits.name", "text", 1070002, { context: { title: "Name" } }),
  input("password", "password", "password", 1070001, { required: true, autocomplete: "new-password" }),
  submit("password", "method", "password", 1040001),
];
