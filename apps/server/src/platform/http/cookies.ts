/** One cookie of a Cookie header, as browsers write it; an empty one is none. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined;
  const start = `${name}=`;
  for (let at = header.indexOf(start); at !== -1; at = header.indexOf(start, at + 1)) {
    // Not the end of a longer name.
    if (at > 0 && !/[; ]/.test(header.charAt(at - 1))) continue;
    const end = header.indexOf(";", at);
    const value = header.slice(at + start.length, end === -1 ? header.length : end).trim();
    if (value !== "") return value;
  }
  return undefined;
}
