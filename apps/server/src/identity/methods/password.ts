import type { Db } from "#platform/database.ts";
import { findCredential, putCredential } from "../credentials.ts";
import type { Exchange } from "../exchange.ts";
import { type UiText, labels } from "../messages.ts";
import { type UiNode, input, submit } from "../nodes.ts";
import { hashPassword } from "./argon2.ts";
import { isRightPassword } from "./password-try.ts";

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
  const credential = await findCredential(x.provider.db, identityId, "password");
  return isRightPassword(credential?.config, password);
}

export { hashPassword };
