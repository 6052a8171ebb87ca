// The kinds of entity that every bot has without defining values.
import type { TokenSpan } from "../text/tokens.ts";
import type { BuiltInKind } from "../types.ts";
import { findEmails, findPhones, findUrls } from "./contacts.ts";
import { findDates } from "./dates.ts";
import { findDurations } from "./durations.ts";
import type { ExtractOptions, Found } from "./match.ts";
import { findMoney } from "./money.ts";
import { findNumbers } from "./numbers.ts";

export function findBuiltIn(
  text: string,
  tokens: TokenSpan[],
  kind: BuiltInKind,
  options: ExtractOptions,
): Found[] {
  switch (kind) {
    case "number":
      return findNumbers(text, tokens, options);
    case "date":
      return findDates(text, tokens, options);
    case "duration":
      return findDurations(text, tokens, options);
    case "money":
      return findMoney(text, tokens, options);
    case "email":
      return findEmails(text);
    case "url":
      return findUrls(text);
    case "phone":
      return findPhones(text);
  }
}
