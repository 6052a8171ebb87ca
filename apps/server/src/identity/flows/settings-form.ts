import { listConnectionsForUser } from "../connections.ts";
import { type CredentialType, listCredentials } from "../credentials.ts";
import type { Exchange } from "../exchange.ts";
import type { Flow } from "../flow-store.ts";
import { findIdentity, type Identity } from "../identities.ts";
import { identityJson } from "../json.ts";
import { labels } from "../messages.ts";
import { lookupSettingsNodes, readLookupCodes } from "../methods/lookup.ts";
import { passwordSettingsNodes } from "../methods/password.ts";
import { totpSettingsNodes } from "../methods/totp.ts";
import { linkedProviders } from "../methods/upstream-credentials.ts";
import { type UiNode, input, submit } from "../nodes.ts";
import { unknownFlow } from "../errors.ts";
import { type Form, csrfFor, flowUiUrl } from "./form.ts";

export async function settingsForm(x: Exchange, flow: Flow): Promise<Form> {
  const { provider } = x;
  const identity = await findIdentity(provider.db, flow.identityId ?? "");
  if (identity === null) throw unknownFlow();
  const { totpSecret, lookupCodes, showsLookupCodes } = flow.context;
  const url = flow.returnTo ?? flowUiUrl(x, "settings", flow.id);
  return {
    nodes: [
      csrfFor(x),
      ...profileNodes({ ...identity.traits, ...(await organisationsName(x, identity.id)) }),
      ...passwordSettingsNodes(),
      ...(await connectionNodes(x, identity.id)),
      ...lookupSettingsNodes({
        stored: await readLookupCodes(provider, provider.db, identity.id),
        pending: lookupCodes,
        isRevealed: showsLookupCodes === true,
      }),
      ...(await totpSettingsNodes(provider, totpSecret ?? null, identity.traits.email)),
    ],
    extra: {
      identity: identityJson(identity, provider.settings.publicUrl),
      ...(flow.state === "success"
        ? { continue_with: [{ action: "redirect_browser_to", redirect_browser_to: url }] }
        : {}),
    },
  };
}

function profileNodes(traits: TypedTraits): UiNode[] {
  return [...traitNodes("profile", traits), submit("profile", "method", "profile", labels.save)];
}

/** Colleagues may have written or changed the name in the console: what is shown here is what they see. */
async function organisationsName(x: Exchange, userId: string): Promise<Pick<TypedTraits, "name">> {
  const user = await x.provider.db
    .selectFrom("users")
    .select(["first_name as first", "last_name as last"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return user ? { name: user } : {};
}

interface TypedTraits {
  readonly email?: string | undefined;
  readonly name?: Identity["traits"]["name"];
}

export function traitNodes(group: "profile" | "default", traits: TypedTraits): UiNode[] {
  const field = (
    name: string,
    title: string,
    type: string,
    value: string | undefined,
    autocomplete: string,
    required: boolean,
  ) =>
    input(group, name, {
      type,
      ...(value === undefined ? {} : { value }),
      ...(required ? { required } : {}),
      autocomplete,
      label: labels.trait(title, name),
    });
  return [
    field("traits.email", "Email", "email", traits.email, "email", true),
    field("traits.name.first", "First name", "text", traits.name?.first, "given-name", false),
    field("traits.name.last", "Last name", "text", traits.name?.last, "family-name", false),
  ];
}

/** One can unlink only while another way in remains. */
async function connectionNodes(x: Exchange, identityId: string): Promise<UiNode[]> {
  const { db } = x.provider;
  const linked = await linkedProviders(db, identityId);
  const linkedIds = new Set(linked.map((connection) => connection.providerId));
  const offered = (await listConnectionsForUser(db, identityId)).filter(
    ({ providerId }) => !linkedIds.has(providerId),
  );
  const canUnlink = (await countFirstFactors(x, identityId)) > 1;
  return [
    ...offered.map(({ type, providerId, name }) => submit(type, "link", providerId, labels.link(name))),
    ...(canUnlink
      ? linked.map(({ type, providerId, name }) => submit(type, "unlink", providerId, labels.unlink(name)))
      : []),
  ];
}

export async function countFirstFactors(x: Exchange, identityId: string): Promise<number> {
  const credentials = await listCredentials(x.provider.db, identityId);
  const upstream: readonly CredentialType[] = ["oidc", "saml"];
  return credentials.reduce((sum, { type, identifiers }) => {
    if (type === "password") return sum + 1;
    return upstream.includes(type) ? sum + identifiers.length : sum;
  }, 0);
}
