// What is known about the visitor without asking: kept in their own browser, told only with a run.
import type { Chat } from "./chat.ts";

const key = "parley-visits";

export function visitorFacts(chat: Chat): Record<string, unknown> {
  const cookie = Object.fromEntries(
    document.cookie
      .split("; ")
      .filter((part) => part.startsWith("parley_"))
      .map((part) => [
        part.slice("parley_".length, part.indexOf("=")),
        decode(part.slice(part.indexOf("=") + 1)),
      ]),
  );
  return {
    visitor: { isNew: visits() <= 1, visits: visits(), hasChatted: chat.hasChatted() },
    device: { kind: matchMedia("(pointer: coarse)").matches ? "touch" : "desktop", width: innerWidth },
    cookie,
  };
}

let counted: number | undefined;

function visits(): number {
  if (counted !== undefined) return counted;
  counted = 1;
  try {
    counted = Number(localStorage.getItem(key) ?? 0) + (sessionStorage.getItem(key) ? 0 : 1);
    localStorage.setItem(key, String(counted));
    sessionStorage.setItem(key, "1");
  } catch {
    // Storage is switched off: every visit is the first.
  }
  return counted;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
