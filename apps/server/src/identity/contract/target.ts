// What the contract is checked against: any provider that speaks Ory Kratos, by its two addresses.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, at, createBrowser, textAt } from "../testing/browser.ts";
import { openFlow } from "../testing/flows.ts";

export interface Target {
  readonly publicUrl: string;
  readonly adminUrl: string;
  /** An address the provider may send browsers back to. */
  readonly returnTo: string;
  readonly schemaId: string;
}

export interface ContractCase {
  readonly name: string;
  readonly run: (target: Target) => Promise<void>;
}

export interface ContractPerson {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export async function newPerson(target: Target): Promise<ContractPerson> {
  const email = `${randomBytes(8).toString("hex")}@contract.example`;
  const password = `${randomBytes(12).toString("base64url")} phrase`;
  const answer = await createBrowser(target.adminUrl).postJson("/admin/identities", {
    schema_id: target.schemaId,
    traits: { email },
    credentials: { password: { config: { password } } },
  });
  if (answer.status !== 201)
    throw new Error(`The admin API answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return { id: textAt(answer.body, "id"), email, password };
}

export async function signedIn(target: Target, person: ContractPerson): Promise<Browser> {
  const browser = createBrowser(target.publicUrl);
  const flow = await openFlow(browser, "login");
  const answer = await flow.send({ method: "password", identifier: person.email, password: person.password });
  if (answer.status !== 200 && answer.status !== 422) {
    throw new Error(`Signing in answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  }
  return browser;
}

/** The newest six digits mailed to this address; a provider's courier may take a moment. */
export async function mailedCode(target: Target, email: string, notThis = ""): Promise<string> {
  const admin = createBrowser(target.adminUrl);
  for (let wait = 0; wait < 60; wait += 1) {
    const { body } = await admin.getJson(`/admin/courier/messages?recipient=${encodeURIComponent(email)}`);
    const messages: unknown[] = Array.isArray(body) ? body : [];
    const newest = messages.toSorted((a, b) =>
      textAt(b, "created_at").localeCompare(textAt(a, "created_at")),
    )[0];
    const code = /(?<!\d)(\d{6})(?!\d)/.exec(textAt(newest, "body"))?.[1] ?? "";
    if (code !== "" && code !== notThis) return code;
    await sleep(250);
  }
  throw new Error(`No code was mailed to ${email}.`);
}

export function errorId(body: unknown): unknown {
  return at(body, "error", "id") === "" ? undefined : at(body, "error", "id");
}
