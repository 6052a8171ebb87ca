// Does what the visitor said fit what was asked? Every check is linear in the text.
import { numberAt, textAt } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import type { NluResult } from "./events.ts";
import { matchesPattern } from "./pattern.ts";

export type Answer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly message: string };

export const inputTypes = ["text", "number", "email", "phone", "date", "url", "yes-no", "entity"] as const;

/** `input` is a question's nodeInput. */
export function readAnswer(text: string, input: JsonObject, nlu: NluResult | null): Answer {
  const said = text.trim();
  switch (textAt(input, "type")) {
    case "number":
      return readNumber(said, input);
    case "email":
      return fits(said, isEmail(said), "Please give an e-mail address, such as name@example.com.");
    case "phone":
      return readPhone(said);
    case "date":
      return readDate(said, nlu);
    case "url":
      return fits(said, isWebAddress(said), "Please give a web address that starts with https://.");
    case "yes-no":
      return readYesNo(said);
    case "entity":
      return readEntity(textAt(input, "entity"), nlu);
    default:
      return readFreeText(said, input);
  }
}

function fits(value: Json, isFitting: boolean, message: string): Answer {
  return isFitting ? { ok: true, value } : { ok: false, message };
}

function readFreeText(said: string, input: JsonObject): Answer {
  const least = numberAt(input, "minLength") ?? 1;
  const most = numberAt(input, "maxLength") ?? 5_000;
  if (said.length < least) {
    return {
      ok: false,
      message: least <= 1 ? "Please write an answer." : `Please write at least ${least} characters.`,
    };
  }
  if (said.length > most) return { ok: false, message: `Please write at most ${most} characters.` };
  const pattern = textAt(input, "pattern");
  return fits(said, pattern === "" || matchesPattern(said, pattern), "That does not have the form I need.");
}

function readNumber(said: string, input: JsonObject): Answer {
  if (!/^[+-]?\d{1,15}([.,]\d{1,10})?$/.test(said)) return { ok: false, message: "Please give a number." };
  const value = Number(said.replace(",", "."));
  const [least, most] = [numberAt(input, "min"), numberAt(input, "max")];
  if (least !== undefined && value < least)
    return { ok: false, message: `Please give a number of at least ${least}.` };
  if (most !== undefined && value > most)
    return { ok: false, message: `Please give a number of at most ${most}.` };
  return { ok: true, value };
}

function isEmail(said: string): boolean {
  const at = said.indexOf("@");
  const host = said.slice(at + 1);
  return (
    at > 0 &&
    said.length <= 254 &&
    !/[\s,;<>()@]/.test(said.slice(0, at)) &&
    /^[\p{L}\p{N}.-]+$/u.test(host) &&
    host.split(".").length > 1 &&
    host.split(".").every((label) => label !== "")
  );
}

function readPhone(said: string): Answer {
  const digits = said.replace(/[\s().\-/]/g, "");
  return fits(digits, /^\+?\d{6,15}$/.test(digits), "Please give a phone number.");
}

function readDate(said: string, nlu: NluResult | null): Answer {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(said);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(said);
  const parts = iso ? [iso[1], iso[2], iso[3]] : dotted ? [dotted[3], dotted[2], dotted[1]] : null;
  const written = parts ? calendarDate(Number(parts[0]), Number(parts[1]), Number(parts[2])) : null;
  const found = written ?? nlu?.entities.find((entity) => entity.name === "date")?.value;
  if (found === null || found === undefined) {
    return { ok: false, message: "Please give a date, such as 2026-11-15." };
  }
  return { ok: true, value: found };
}

function calendarDate(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

function isWebAddress(said: string): boolean {
  return /^https?:\/\//i.test(said) && URL.canParse(said);
}

const yes: ReadonlySet<string> = new Set([
  "yes",
  "y",
  "yeah",
  "yep",
  "yup",
  "sure",
  "ok",
  "okay",
  "true",
  "of course",
  "please do",
]);
const no: ReadonlySet<string> = new Set([
  "no",
  "n",
  "nope",
  "nah",
  "false",
  "no thanks",
  "no thank you",
  "not now",
]);

function readYesNo(said: string): Answer {
  const word = said.toLowerCase().replace(/[.!,]/g, "").trim();
  if (yes.has(word)) return { ok: true, value: true };
  return fits(false, no.has(word), "Please answer yes or no.");
}

function readEntity(name: string, nlu: NluResult | null): Answer {
  const found = nlu?.entities.find((entity) => entity.name === name);
  return found
    ? { ok: true, value: found.value }
    : { ok: false, message: "I could not find that in your answer." };
}
