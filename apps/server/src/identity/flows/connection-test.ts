// The way of an administrator's browser through the test of a connection: out with the draft, back with an
// answer, and a page that says how it went. The console shows the details.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { type ConnectionTestOutcome, keepOutcome, waitingDraft } from "../connection-tests.ts";
import type { Connection } from "../connections.ts";
import { park } from "../continuity.ts";
import { ProviderError, sessionInactive } from "../errors.ts";
import { type Exchange, redirect } from "../exchange.ts";
import { findIdentityByAddress } from "../identities.ts";
import type { Departure, Upstream } from "../methods/upstream.ts";
import { explainUpstreamFailure } from "../methods/upstream-failure.ts";
import { findIdentityBySubject } from "../methods/upstream-credentials.ts";
import { belongsWholly } from "./upstream-completion.ts";

export async function startConnectionTest(x: Exchange) {
  const id = x.query["id"] ?? "";
  const draft = await ownDraft(x, id);
  const { connection, url, ...secrets } = draft;
  await park(
    x,
    "upstream",
    { flowKind: "test", flowId: id, providerId: connection.providerId, ...secrets },
    null,
  );
  return redirect(x, url);
}

export async function finishConnectionTest(
  x: Exchange,
  departure: Departure,
  whoIs: (connection: Connection, departure: Departure) => Promise<Upstream>,
) {
  const id = departure.flowId;
  const { connection } = await ownDraft(x, id);
  try {
    const upstream = await whoIs(connection, departure);
    const { subject, email, firstName, lastName, claims } = upstream;
    const outcome = {
      subject,
      email,
      firstName,
      lastName,
      claims,
      ...(await effectOf(x, connection, upstream)),
    };
    await keepOutcome(x.provider, id, "succeeded", outcome);
    return showPage(x, "The test worked", `${connection.name} confirmed who you are there.`);
  } catch (error) {
    const reason = explainUpstreamFailure(error);
    x.provider.log.info({ error, provider: connection.providerId }, "a connection test failed");
    await keepOutcome(x.provider, id, "failed", { reason });
    return showPage(x, "The test failed", reason);
  }
}

/** Only the browser of the person who drew it up: a link to it leads nobody else to another provider. */
async function ownDraft(x: Exchange, id: string) {
  const session = await x.session();
  if (session === null) throw sessionInactive();
  const draft = await waitingDraft(x.provider, id, session.identityId);
  if (draft === null) throw new ProviderError(404, "This test is over. Start it again in the console.");
  return draft;
}

/** About people of the organisation only: an answer made up elsewhere must not tell who else is here. */
async function effectOf(
  x: Exchange,
  connection: Connection,
  upstream: Upstream,
): Promise<Pick<ConnectionTestOutcome, "effect" | "personName">> {
  const { db, settings } = x.provider;
  const linked = await findIdentityBySubject(db, connection.type, connection.providerId, upstream.subject);
  const known = linked && (await nameWithin(x, connection.accountId, linked));
  if (known) return { effect: "signs-in", personName: known };
  if (upstream.email === null) return { effect: "no-email" };
  const owner = await findIdentityByAddress(db, upstream.email);
  const personName = owner && (await nameWithin(x, connection.accountId, owner.id));
  if (owner && personName) {
    const isOwn = await belongsWholly(x, owner.id, connection);
    return { effect: isOwn ? "signs-in" : "asks-to-link", personName };
  }
  return { effect: settings.isRegistrationOpen ? "registers" : "unknown-person" };
}

async function nameWithin(x: Exchange, accountId: string, identityId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select u.first_name || ' ' || u.last_name as name from users u
    where u.id = ${identityId} and exists (
      select 1 from account_users seat join accounts a on a.id = seat.account_id
      where seat.user_id = u.id and ${accountId} = any(a.path))`.execute(x.provider.db);
  return rows[0]?.name;
}

const style =
  "body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.5rem;color-scheme:light dark}h1{font-size:1.25rem}";
const styleHash = createHash("sha256").update(style).digest("base64");

function showPage(x: Exchange, title: string, text: string) {
  return x.reply
    .type("text/html; charset=utf-8")
    .header(
      "content-security-policy",
      `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'`,
    )
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
        `<title>${escaped(title)}</title><style>${style}</style>` +
        `<h1>${escaped(title)}</h1><p>${escaped(text)}</p>` +
        `<p>Close this window: the console shows the details. Nobody was signed in by this test.</p></html>`,
    );
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
