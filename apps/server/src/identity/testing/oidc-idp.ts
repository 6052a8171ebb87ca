// A real OpenID provider in this process. Whoever arrives is signed in as the account it is told to use.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";

export interface OidcIdp {
  readonly issuer: string;
  /** Who signs in next; null means the person cancels. */
  account: { sub: string; email: string; isVerified: boolean } | null;
  stop(): Promise<void>;
}

export async function startOidcIdp(
  clientId: string,
  clientSecret: string,
  redirectUris: readonly string[],
): Promise<OidcIdp> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  const { port } = address as AddressInfo;
  const idp: OidcIdp = {
    issuer: `http://localhost:${port}`,
    account: null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  const accounts = new Map<string, { email: string; isVerified: boolean }>();
  const provider = new Provider(idp.issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [...redirectUris] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["given_name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: accounts.get(id)?.email ?? "",
        email_verified: accounts.get(id)?.isVerified ?? false,
        given_name: "Olga",
      }),
    }),
  });
  const handle = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/") !== true) return void handle(request, response);
    void interact(provider, request, response);
  });

  async function interact(
    ...[op, request, response]: [Provider, Parameters<typeof handle>[0], Parameters<typeof handle>[1]]
  ) {
    if (idp.account === null) {
      return op.interactionFinished(request, response, {
        error: "access_denied",
        error_description: "cancelled",
      });
    }
    accounts.set(idp.account.sub, idp.account);
    const details = await op.interactionDetails(request, response);
    const grant = new op.Grant({ accountId: idp.account.sub, clientId });
    grant.addOIDCScope(typeof details.params["scope"] === "string" ? details.params["scope"] : "openid");
    const grantId = await grant.save();
    return op.interactionFinished(request, response, {
      login: { accountId: idp.account.sub },
      consent: { grantId },
    });
  }
  return idp;
}
