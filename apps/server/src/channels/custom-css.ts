// A widget's own css may colour and lay out the chat. It may not load anything, so that it cannot tell
// anyone what a visitor does, and it may not end the style element it is put into.
const maxCharacters = 50_000;

/** Sentences for the author; empty when the css can be used. */
export function cssProblems(css: string): string[] {
  if (css.length > maxCharacters) return [`The css is longer than ${maxCharacters} characters.`];
  const problems: string[] = [];
  const bare = withoutComments(css);
  if (bare === undefined) return ["A comment is not closed."];
  if (bare.includes("<")) problems.push("The character < is not allowed in css here.");
  // Escapes could spell a forbidden word in another way; quotation marks in content are the honest use.
  const outsideStrings = bare.replace(/"(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\\\n]|\\[^\n])*'/g, '""');
  if (outsideStrings.includes("\\")) problems.push("Backslashes are only allowed inside quoted text.");
  if (/["']/.test(outsideStrings.replaceAll('""', "")))
    problems.push("A quoted text is not closed on its line.");
  if (/@import\b/i.test(bare)) problems.push("@import is not allowed: the css may not load other files.");
  if (/@(?:font-face|namespace|charset|document)\b/i.test(bare))
    problems.push("@font-face, @namespace, @charset and @document are not allowed.");
  if (/\b(?:url|src|image|image-set|cross-fade|element|paint|expression)\s*\(/i.test(bare)) {
    problems.push("url() and other functions that load something are not allowed.");
  }
  if (/(?:behavior|-moz-binding)\s*:/i.test(bare))
    problems.push("behavior and -moz-binding are not allowed.");
  if (/\[\s*value\b/i.test(bare)) problems.push("Selectors on what a visitor types are not allowed.");
  if (!isBalanced(outsideStrings)) problems.push("The braces do not match.");
  return problems;
}

function withoutComments(css: string): string | undefined {
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, " ");
  return bare.includes("/*") ? undefined : bare;
}

function isBalanced(css: string): boolean {
  let depth = 0;
  for (const character of css) {
    if (character === "{") depth += 1;
    if (character === "}" && --depth < 0) return false;
  }
  return depth === 0;
}
