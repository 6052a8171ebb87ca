// Identities and sessions as callers see them.
import type { Credential } from "./credentials.ts";
import type { Identity } from "./identities.ts";
import type { SessionRecord } from "./sessions.ts";
import { SCHEMA_ID } from "./traits.ts";

export type Session = ReturnType<typeof sessionJson>;

export function identityJson(identity: Identity, publicUrl: string) {
  return {
    id: identity.id,
    ...(identity.externalId === null ? {} : { external_id: identity.externalId }),
    schema_id: SCHEMA_ID,
    schema_url: `${publicUrl}/schemas/${Buffer.from(SCHEMA_ID).toString("base64url")}`,
    state: identity.state,
    state_changed_at: identity.stateChangedAt.toISOString(),
    traits: identity.traits,
    verifiable_addresses: identity.addresses.map(
      ({ id, value, verified, status, verified_at: verifiedAt }) => ({
        id,
        value,
        verified,
        via: "email",
        status,
        ...(verifiedAt === null ? {} : { verified_at: verifiedAt }),
      }),
    ),
    recovery_addresses: identity.addresses.map(({ id, value }) => ({ id, value, via: "email" })),
    metadata_public: identity.metadataPublic ?? null,
    created_at: identity.createdAt.toISOString(),
    updated_at: identity.updatedAt.toISOString(),
    organization_id: null,
  };
}

/** For the admin API: what kinds of credentials there are, never what they hold. */
export function adminIdentityJson(identity: Identity, credentials: readonly Credential[], publicUrl: string) {
  return {
    ...identityJson(identity, publicUrl),
    metadata_admin: identity.metadataAdmin ?? null,
    credentials: Object.fromEntries(
      credentials.map(({ type, identifiers, createdAt, updatedAt }) => [
        type,
        {
          type,
          identifiers,
          version: 0,
          created_at: createdAt.toISOString(),
          updated_at: updatedAt.toISOString(),
        },
      ]),
    ),
  };
}

export function sessionJson(session: SessionRecord, publicUrl: string) {
  return {
    id: session.id,
    active: session.isActive,
    expires_at: session.expiresAt.toISOString(),
    authenticated_at: session.authenticatedAt.toISOString(),
    authenticator_assurance_level: session.aal,
    authentication_methods: session.methods,
    issued_at: session.issuedAt.toISOString(),
    identity: identityJson(session.identity, publicUrl),
    devices: [
      {
        id: session.deviceId,
        ip_address: session.device.ipAddress,
        user_agent: session.device.userAgent,
        location: "",
      },
    ],
    // Not part of Kratos' session: when this one was last seen.
    last_used_at: session.lastUsedAt.toISOString(),
  };
}
