// Remembers how this browser signed in last, so that people with several logins find theirs again.
const KEY = "parley.lastUsedLogin";

export function readLastUsed(): string | undefined {
  return window.localStorage.getItem(KEY) ?? undefined;
}

export function rememberLastUsed(methodKey: string): void {
  window.localStorage.setItem(KEY, methodKey);
}
