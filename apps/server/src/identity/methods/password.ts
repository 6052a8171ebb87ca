import { z } from "zod";
import type { Db } from "#platform/database.ts";
import {
  type Credential,
  findByIdentifier,
  findCredential,
  putCredential,
  readConfig,
} from "../credentials.ts";
import { FormProblem } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import { type UiText, labels, problems } from "../messages.ts";
import { type UiNode, input, submit } from "../nodes.ts";
import { loginBuckets, rememberDevice } from "../login-limits.ts";
import { giveBack, takeTries } from "../rate-limits.ts";
import { hashPassword, pretendToVerify, verifyPassword } from "./argon2.ts";

const configSchema = z.object({ hashed_password: z.string() });

export function passwordLoginNodes(label: UiText): UiNode[] {
  return [
    input("password", "password", {
      type: "password",
      required: true,
      autocomplete: "current-password",
      label: labels.password,
    }),
    submit("password", "method", "password", label),
  ];
}

export function passwordSettingsNodes(): UiNode[] {
  return [
    input("password", "password", {
      type: "password",
      required: true,
      autocomplete: "new-password",
      label: labels.password,
    }),
    submit("password", "method", "password", labels.save),
  ];
}

/** The id of the identity that this address and password belong to. */
export async function checkPasswordLogin(x: Exchange): Promise<string> {
  const { db, sealer } = x.provider;
  const identifier = stringField(
    x,
    x.body["identifier"] ?? x.body["password_identifier"],
    "identifier",
  ).toLowerCase();
  const password = stringField(x, x.body["password"], "password");
  const buckets = loginBuckets(x, identifier);
  await takeTries({ db, sealer }, buckets);
  const credential = await findByIdentifier(db, "password", identifier);
  if (!(await isRightPassword(credential, password))) throw new FormProblem(problems.invalidCredentials);
  await giveBack({ db, sealer }, buckets);
  rememberDevice(x, identifier);
  return credential?.identityId ?? "";
}

export async function setPasswordCredential(
  tx: Db,
  identityId: string,
  identifier: string,
  hashed: string,
  now: Date,
): Promise<void> {
  await putCredential(tx, identityId, "password", { hashed_password: hashed }, [identifier], now);
}

export async function isPresentPassword(x: Exchange, identityId: string, password: string): Promise<boolean> {
  return isRightPassword(await findCredential(x.provider.db, identityId, "password"), password);
}

export { hashPassword };

async function isRightPassword(credential: Credential | null, password: string): Promise<boolean> {
  const config = readConfig(configSchema, credential);
  if (config !== null) return verifyPassword(password, config.hashed_password);
  await pretendToVerify(password);
  return false;
}

function stringField(x: Exchange, value: unknown, name: string): string {
  if (typeof value !== "string" || value === "") throw new FormProblem(problems.required(name), name);
  if (value.length > 4 * x.provider.settings.password.maxLength)
    throw new FormProblem(problems.invalidCredentials);
  return value;
}
