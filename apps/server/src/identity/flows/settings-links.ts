// Linking and unlinking accounts at other providers.
import { auditOwnChange } from "../audit.ts";
import { findConnection, listConnectionsForUser } from "../connections.ts";
import { FormProblem } from "../errors.ts";
import { problems } from "../messages.ts";
import { linkedProviders, unlinkProvider } from "../methods/upstream-credentials.ts";
import type { SettingsChange } from "./settings-changes.ts";
import { countFirstFactors } from "./settings-form.ts";
import { leaveForProvider } from "./upstream.ts";

export function linkChange(providerId: string): SettingsChange["apply"] {
  return async (x, flow, session) => {
    const { db } = x.provider;
    const offered = await listConnectionsForUser(db, session.identityId);
    const connection = offered.find((candidate) => candidate.providerId === providerId);
    if (connection === undefined)
      throw new FormProblem(problems.generic("There is no such connection for your account."));
    const linked = await linkedProviders(db, session.identityId);
    if (linked.some((candidate) => candidate.providerId === providerId)) {
      throw new FormProblem(problems.generic(`Your account is already linked with ${connection.name}.`));
    }
    return { kind: "leave", url: await leaveForProvider(x, flow, connection.type, providerId) };
  };
}

export function unlinkChange(providerId: string): SettingsChange["apply"] {
  return async (x, flow, session) => {
    const { db, now } = x.provider;
    const linked = await linkedProviders(db, session.identityId);
    const connection =
      linked.find((candidate) => candidate.providerId === providerId) ??
      (await findConnection(db, providerId));
    if (connection === null)
      throw new FormProblem(problems.generic("There is no such connection for your account."));
    if ((await countFirstFactors(x, session.identityId)) < 2) {
      throw new FormProblem(problems.generic("This is the only way you can sign in. Add another one first."));
    }
    await db.transaction().execute(async (tx) => {
      await unlinkProvider(tx, session.identityId, connection.type, providerId, now());
      const message = `unlinked their account from ${connection.name}`;
      await auditOwnChange(tx, session.identityId, "user.login_method_unlinked", message);
    });
    return { kind: "saved", context: flow.context };
  };
}
