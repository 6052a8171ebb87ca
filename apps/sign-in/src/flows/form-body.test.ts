import type { Flow, InputNode } from "@parley/identity-client";
import { expect, test } from "vitest";
import { formBody, signOnOf } from "./form-body.ts";

function input(
  name: string,
  given: Partial<InputNode["attributes"]> = {},
  group: InputNode["group"] = "default",
): InputNode {
  return { type: "input", group, messages: [], meta: {}, attributes: { name, type: "text", ...given } };
}

function aFlow(...nodes: InputNode[]): Flow {
  const csrf = input("csrf_token", { type: "hidden", value: "masked" });
  return {
    id: "f",
    type: "browser",
    issued_at: "",
    expires_at: "",
    request_url: "",
    ui: { action: "", method: "POST", nodes: [csrf, ...nodes] },
  };
}

test("the clicked button says the method, empty fields are left out", () => {
  const body = formBody(
    aFlow(),
    [
      ["password", "secret"],
      ["identifier", ""],
    ],
    { name: "method", value: "password", group: "password" },
  );
  expect(body).toEqual({ method: "password", password: "secret", csrf_token: "masked" });
});

test("traits are nested and typed", () => {
  const flow = aFlow(
    input("traits.newsletter", { type: "checkbox" }),
    input("traits.age", { type: "number" }),
  );
  const body = formBody(
    flow,
    [
      ["traits.email", "a@b.example"],
      ["traits.name.first", "Ada"],
      ["traits.name.last", "L"],
      ["traits.newsletter", "on"],
      ["traits.age", "36"],
    ],
    undefined,
  );
  expect(body["traits"]).toEqual({
    email: "a@b.example",
    name: { first: "Ada", last: "L" },
    newsletter: true,
    age: 36,
  });
});

test("a hostile trait name cannot reach the prototype", () => {
  formBody(aFlow(), [["traits.__proto__.polluted", "yes"]], undefined);
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test.each([
  ["totp_unlink", "totp"],
  ["lookup_secret_reveal", "lookup_secret"],
  ["lookup_secret_regenerate", "lookup_secret"],
  ["lookup_secret_confirm", "lookup_secret"],
  ["lookup_secret_disable", "lookup_secret"],
])("%s is a flag of method %s", (name, method) => {
  expect(formBody(aFlow(), [], { name, value: "true", group: "default" })).toMatchObject({
    [name]: true,
    method,
  });
});

test.each(["oidc", "saml"] as const)("link and unlink belong to the node's group: %s", (group) => {
  expect(formBody(aFlow(), [], { name: "link", value: "acme", group })).toMatchObject({
    link: "acme",
    method: group,
  });
  expect(formBody(aFlow(), [], { name: "unlink", value: "acme", group })).toMatchObject({
    unlink: "acme",
    method: group,
  });
});

test("a code is sent without the address, a resend without the code", () => {
  const flow = aFlow(input("code", {}, "code"));
  const filled: [string, string][] = [
    ["code", "123456"],
    ["email", "a@b.example"],
    ["method", "code"],
  ];
  expect(formBody(flow, filled, { name: "method", value: "code", group: "code" })).toEqual({
    method: "code",
    code: "123456",
    csrf_token: "masked",
  });
  expect(formBody(flow, filled, { name: "email", value: "a@b.example", group: "code" })).toEqual({
    method: "code",
    email: "a@b.example",
    csrf_token: "masked",
  });
});

test("knows which bodies leave for an outside login", () => {
  expect(signOnOf({ method: "oidc", provider: "google" })).toEqual({ method: "oidc", providerId: "google" });
  expect(signOnOf({ method: "saml", link: "acme" })).toEqual({ method: "saml", providerId: "acme" });
  expect(signOnOf({ method: "saml", unlink: "acme" })).toBeUndefined();
  expect(signOnOf({ method: "password", provider: "x" })).toBeUndefined();
});
