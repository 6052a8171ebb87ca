// Which login methods the organisation of an address offers. A hint for the order of buttons, no more: when
// the API does not answer, every method of the flow is shown.
import type { Organisation } from "../organisation.ts";
import type { DataClient } from "./data-client.ts";

export type AuthMethod = {
  name: string;
  providerId: string | undefined;
  type: "DEFAULT" | "OIDC" | "SAML";
  isActive: boolean;
};
export type LoginInfo = {
  recommendedAuthMethod: string | undefined;
  authMethods: AuthMethod[];
  organisation?: Organisation | undefined;
};

const GET_USER_LOGIN_INFO = `query GetUserLoginInfo($email: String!) {
  getLoginInfo(email: $email) {
    email passwordRecoveryStatus recommendedAuthMethod
    authMethods { name providerId type isActive isCustom isCreationOne }
    registeredAuthMethods
    organization { name logoUrl }
  }
}`;

export async function loadLoginInfo(data: DataClient, email: string): Promise<LoginInfo | undefined> {
  try {
    const answer = await data.call(GET_USER_LOGIN_INFO, { email });
    const info: { recommendedAuthMethod?: unknown; authMethods?: unknown; organization?: unknown } = Object(
      answer["getLoginInfo"],
    );
    if (!Array.isArray(info.authMethods)) return undefined;
    return {
      recommendedAuthMethod: text(info.recommendedAuthMethod),
      authMethods: info.authMethods.map(readAuthMethod).filter((method) => method.isActive),
      organisation: readOrganisation(info.organization),
    };
  } catch (error) {
    console.warn("The organisation's login methods could not be read; showing all of them.", error);
    return undefined;
  }
}

function readAuthMethod(value: unknown): AuthMethod {
  const method: Record<string, unknown> = Object(value);
  const type = String(method["type"]).toUpperCase();
  return {
    name: text(method["name"]) ?? text(method["providerId"]) ?? "your organisation",
    providerId: text(method["providerId"]),
    type: type === "OIDC" || type === "SAML" ? type : "DEFAULT",
    isActive: method["isActive"] !== false,
  };
}

function readOrganisation(value: unknown): Organisation | undefined {
  const given: Record<string, unknown> = Object(value);
  const name = text(given["name"]);
  return name === undefined ? undefined : { name, logoUrl: text(given["logoUrl"]) };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
