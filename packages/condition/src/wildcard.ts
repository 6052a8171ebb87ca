/** `*` stands for any run of characters, everything else for itself. Linear in text times pattern at worst. */
export function wildcardMatches(pattern: string, text: string): boolean {
  let at = 0;
  let inPattern = 0;
  let star = -1;
  let resumeAt = 0;
  while (at < text.length) {
    if (pattern[inPattern] === "*") {
      star = inPattern++;
      resumeAt = at;
    } else if (pattern[inPattern] === text[at]) {
      inPattern++;
      at++;
    } else if (star >= 0) {
      inPattern = star + 1;
      at = ++resumeAt;
    } else return false;
  }
  while (pattern[inPattern] === "*") inPattern++;
  return inPattern === pattern.length;
}
