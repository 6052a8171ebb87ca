import type { Flow, InputNode, NodeGroup } from "@parley/identity-client";
import { expect, test } from "vitest";
import type { AuthMethod } from "../data/login-info.ts";
import { loginMethods } from "./login-methods.ts";

function input(
  group: NodeGroup,
  name: string,
  value: string,
  type: "submit" | "password" = "submit",
): InputNode {
  return { type: "input", group, messages: [], meta: {}, attributes: { name, value, type } };
}

const flow: Flow = {
  id: "f",
  type: "browser",
  issued_at: "",
  expires_at: "",
  request_url: "",
  ui: {
    action: "",
    method: "POST",
    nodes: [
      input("oidc", "provider", "google"),
      input("saml", "provider", "acme"),
      input("password", "password", "", "password"),
      input("code", "method", "code"),
    ],
  },
};
const keys = (...given: Parameters<typeof loginMethods>) =>
  loginMethods(...given).map((method) => method.key);
const method = (type: AuthMethod["type"], providerId?: string): AuthMethod => ({
  name: `${type} ${providerId ?? ""}`,
  type,
  providerId,
  isActive: true,
});

test("without the organisation's word every method of the flow is offered, password first", () => {
  expect(keys(flow, undefined, undefined)).toEqual(["password", "sso:google", "sso:acme", "code"]);
});

test("the last used one comes first", () => {
  expect(keys(flow, undefined, "sso:acme")[0]).toBe("sso:acme");
});

test("an organisation's methods alone are offered, the recommended one before the last used", () => {
  const authMethods = [method("DEFAULT"), method("SAML", "acme"), method("OIDC", "google")];
  expect(
    keys(flow, { authMethods: [method("SAML", "acme")], recommendedAuthMethod: undefined }, undefined),
  ).toEqual(["sso:acme"]);
  expect(keys(flow, { authMethods, recommendedAuthMethod: "acme" }, "sso:google")).toEqual([
    "sso:acme",
    "sso:google",
    "password",
    "code",
  ]);
  expect(keys(flow, { authMethods, recommendedAuthMethod: "DEFAULT" }, undefined)).toEqual([
    "password",
    "code",
    "sso:acme",
    "sso:google",
  ]);
});

test("a connection the flow does not list is offered all the same", () => {
  expect(
    loginMethods(
      flow,
      { authMethods: [method("SAML", "private")], recommendedAuthMethod: undefined },
      undefined,
    ),
  ).toEqual([
    { key: "sso:private", providerId: "private", name: "SAML private", group: "saml", isSaml: true },
  ]);
});

test("SAML behind an OIDC bridge is sent as oidc and still known as SAML", () => {
  expect(
    loginMethods(
      flow,
      { authMethods: [method("SAML", "google")], recommendedAuthMethod: undefined },
      undefined,
    ),
  ).toMatchObject([{ group: "oidc", isSaml: true }]);
});

test("a default method with the id of a listed provider is that provider", () => {
  expect(
    keys(flow, { authMethods: [method("DEFAULT", "google")], recommendedAuthMethod: undefined }, undefined),
  ).toEqual(["sso:google"]);
});

test("without outside logins of its own, an organisation's methods come before the ones listed for everybody", () => {
  const authMethods = [method("DEFAULT", "password"), method("DEFAULT", "code")];
  expect(keys(flow, { authMethods, recommendedAuthMethod: "password" }, undefined)).toEqual([
    "password",
    "code",
    "sso:google",
    "sso:acme",
  ]);
  expect(
    keys(flow, { authMethods: [method("DEFAULT", "code")], recommendedAuthMethod: "code" }, undefined),
  ).toEqual(["code", "sso:google", "sso:acme"]);
});

test("an organisation without any usable method does not lock everybody out", () => {
  expect(keys(flow, { authMethods: [], recommendedAuthMethod: "x" }, undefined)).toHaveLength(4);
});
