// Which ways to sign in are offered for an address, best first.
import type { Flow } from "@parley/identity-client";
import type { AuthMethod, LoginInfo } from "../data/login-info.ts";
import { findInput, inputNodes, providerName, stringValue } from "./nodes.ts";

export type LoginMethod =
  | { key: "password" | "code" }
  | {
      key: `sso:${string}`;
      providerId: string;
      name: string;
      /** What the provider calls it. */
      group: "oidc" | "saml";
      /** A SAML login may hide behind an OIDC bridge, and is then still to carry its connector_id. */
      isSaml: boolean;
    };

export function loginMethods(
  flow: Flow,
  info: LoginInfo | undefined,
  lastUsed: string | undefined,
): LoginMethod[] {
  const ofFlow = methodsOfFlow(flow);
  const chosen = info === undefined ? [] : withListedLogins(methodsOfOrganisation(ofFlow, info), ofFlow);
  // Better one button too many than nobody getting in.
  const offered = chosen.length > 0 ? chosen : ofFlow.map((method) => ({ method, isRecommended: false }));
  return offered
    .map((offer, index) => ({
      ...offer,
      rank: offer.isRecommended ? -2 : offer.method.key === lastUsed ? -1 : index,
    }))
    .sort((a, b) => a.rank - b.rank)
    .map((offer) => offer.method);
}

function methodsOfFlow(flow: Flow): LoginMethod[] {
  const methods: LoginMethod[] = [];
  if (findInput(flow, "password") !== undefined) methods.push({ key: "password" });
  for (const node of inputNodes(flow)) {
    const { name, value } = node.attributes;
    if (node.group === "code" && name === "method" && value === "code") methods.push({ key: "code" });
    if (name !== "provider" || (node.group !== "oidc" && node.group !== "saml")) continue;
    const providerId = stringValue(node);
    const isSaml = node.group === "saml";
    methods.push({
      key: `sso:${providerId}`,
      providerId,
      name: providerName(node),
      group: node.group,
      isSaml,
    });
  }
  return methods;
}

type Offer = { method: LoginMethod; isRecommended: boolean };

function methodsOfOrganisation(ofFlow: LoginMethod[], info: LoginInfo): Offer[] {
  const offers = new Map<string, Offer>();
  for (const authMethod of info.authMethods) {
    const isRecommended = [authMethod.name, authMethod.providerId, authMethod.type].includes(
      info.recommendedAuthMethod,
    );
    for (const method of methodsFor(authMethod, ofFlow)) {
      const known = offers.get(method.key);
      offers.set(method.key, { method, isRecommended: isRecommended || known?.isRecommended === true });
    }
  }
  return [...offers.values()];
}

/**
 * An organisation that names outside logins means just these. One that names none may only not have said which
 * addresses are its own, so the logins the provider lists for everybody stay within reach, after the others.
 */
function withListedLogins(offers: Offer[], ofFlow: LoginMethod[]): Offer[] {
  if (offers.length === 0 || offers.some(({ method }) => "providerId" in method)) return offers;
  const listed = ofFlow.filter((method) => "providerId" in method);
  return [...offers, ...listed.map((method) => ({ method, isRecommended: false }))];
}

function methodsFor(authMethod: AuthMethod, ofFlow: LoginMethod[]): LoginMethod[] {
  const { type, providerId, name } = authMethod;
  const isSaml = type === "SAML";
  const found = ofFlow.find((method) => "providerId" in method && method.providerId === providerId);
  if (found !== undefined && "providerId" in found)
    return [{ ...found, name, isSaml: isSaml || found.isSaml }];
  if (type === "DEFAULT") {
    const isMeant = (method: LoginMethod) => providerId === undefined || method.key === providerId;
    return ofFlow.filter((method) => !("providerId" in method) && isMeant(method));
  }
  if (providerId === undefined) return [];
  // An organisation's own connection need not be listed in a flow that was made before the address was known.
  return [{ key: `sso:${providerId}`, providerId, name, group: isSaml ? "saml" : "oidc", isSaml }];
}
