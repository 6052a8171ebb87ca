// Time-based codes of an authenticator app. A code counts once, although it is valid for a while.
import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { z } from "zod";
import type { Db, Tx } from "#platform/database.ts";
import type { Provider } from "../context.ts";
import { deleteCredential, findCredential, putCredential, readConfig } from "../credentials.ts";
import { FormProblem } from "../errors.ts";
import { labels, problems } from "../messages.ts";
import { type UiNode, image, input, submit, text } from "../nodes.ts";

const configSchema = z.object({ sealed_url: z.string() });
const periodSeconds = 30;

export function totpLoginNodes(): UiNode[] {
  return [
    input("totp", "totp_code", { required: true, autocomplete: "one-time-code", label: labels.totpCode }),
    submit("totp", "method", "totp", labels.useTotp),
  ];
}

export async function totpSettingsNodes(
  provider: Provider,
  secret: string | null,
  account: string,
): Promise<UiNode[]> {
  if (secret === null) return [submit("totp", "totp_unlink", "true", labels.unlinkTotp)];
  const url = totpFor(provider, secret, account).toString();
  // Loaded by the few who need it, as are the libraries of SAML and SMTP: every start would wait for them.
  const { toDataURL } = await import("qrcode");
  return [
    image("totp", "totp_qr", await toDataURL(url, { width: 256, margin: 2 }), 256, labels.totpQr),
    text("totp", "totp_secret_key", labels.totpSecret(secret), labels.totpSecretLabel),
    input("totp", "totp_code", { required: true, label: labels.verifyCode }),
    submit("totp", "method", "totp", labels.save),
  ];
}

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export async function enrolTotp(
  provider: Provider,
  tx: Tx,
  identityId: string,
  secret: string,
  code: unknown,
  account: string,
): Promise<void> {
  const totp = totpFor(provider, secret, account);
  const step = stepOf(totp, code, provider.now());
  if (step === null) throw new FormProblem(problems.totpWrong, "totp_code");
  const config = { sealed_url: provider.sealer.seal(purpose(identityId), totp.toString()) };
  await putCredential(tx, identityId, "totp", config, [identityId], provider.now());
  await spendStep(tx, identityId, step);
}

export async function removeTotp(tx: Tx, identityId: string): Promise<boolean> {
  return deleteCredential(tx, identityId, "totp");
}

export async function checkTotp(
  provider: Provider,
  tx: Tx,
  identityId: string,
  code: unknown,
): Promise<void> {
  const config = readConfig(configSchema, await findCredential(tx, identityId, "totp"));
  if (config === null) throw new FormProblem(problems.noTotp);
  const url = z.string().parse(provider.sealer.open(purpose(identityId), config.sealed_url));
  const [, secret = ""] = /[?&]secret=([A-Z2-7]+)/.exec(url) ?? [];
  const step = stepOf(totpFor(provider, secret, ""), code, provider.now());
  if (step === null || !(await spendStep(tx, identityId, step))) throw new FormProblem(problems.totpWrong);
}

function totpFor(provider: Provider, secret: string, account: string): TOTP {
  return new TOTP({
    issuer: provider.settings.issuerName,
    label: account,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
  });
}

/** One step of clock difference to either side is normal. */
function stepOf(totp: TOTP, code: unknown, now: Date): number | null {
  const token = typeof code === "string" ? code.replaceAll(/\s/g, "") : "";
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totp.validate({ token, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta;
}

async function spendStep(db: Db, identityId: string, step: number): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update identity_credentials set last_used_step = ${step}
    where identity_id = ${identityId} and type = 'totp' and last_used_step < ${step} returning id`.execute(
    db,
  );
  return rows.length > 0;
}

const purpose = (identityId: string) => `totp ${identityId}`;
