// Which passwords are taken: long enough, not a well-known one, not the person's own address.
import { FormProblem } from "../errors.ts";
import { problems } from "../messages.ts";
import type { IdentitySettings } from "../settings.ts";
import { isCommonPassword } from "./common-passwords.ts";

export function checkPasswordPolicy(
  { minLength, maxLength }: IdentitySettings["password"],
  password: unknown,
  identifiers: readonly string[],
): string {
  const refuse = (text: (typeof problems)["passwordCommon"]) => new FormProblem(text, "password");
  if (typeof password !== "string" || password === "") throw refuse(problems.required("password"));
  const length = Array.from(password).length;
  if (length < minLength) throw refuse(problems.passwordShort(minLength, length));
  if (length > maxLength) throw refuse(problems.passwordLong(maxLength, length));
  if (isCommonPassword(password)) throw refuse(problems.passwordCommon);
  if (identifiers.some((identifier) => isTooSimilar(password, identifier))) {
    throw refuse(problems.passwordLikeIdentifier);
  }
  return password;
}

/** Fewer than five edits apart, or more than half of it is a piece of the address. */
function isTooSimilar(password: string, identifier: string): boolean {
  const given = password.toLowerCase();
  const parts = [identifier.toLowerCase(), identifier.toLowerCase().split("@")[0] ?? ""];
  return parts.some((part) => {
    if (part.length < 3) return false;
    return distance(given, part) < 5 || longestCommonSubstring(given, part) / given.length > 0.5;
  });
}

function distance(left: string, right: string): number {
  if (Math.abs(left.length - right.length) >= 5) return 5;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substitution = (previous[j - 1] ?? 0) + (left[i - 1] === right[j - 1] ? 0 : 1);
      row.push(Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, substitution));
    }
    previous = row;
  }
  return previous[right.length] ?? 0;
}

function longestCommonSubstring(left: string, right: string): number {
  let longest = 0;
  let previous: number[] = [];
  for (const character of left) {
    const row: number[] = [];
    for (let j = 0; j < right.length; j += 1) {
      const run = character === right[j] ? (previous[j - 1] ?? 0) + 1 : 0;
      row.push(run);
      longest = Math.max(longest, run);
    }
    previous = row;
  }
  return longest;
}
