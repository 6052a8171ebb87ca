// What an author of a widget's css may write, offered while typing: the chat's own names first.
const names = [
  [".launcher", "button"],
  [".bubble", "text"],
  [".message", "one message"],
  [".message.visitor", "from the visitor"],
  [".message.bot", "from the bot"],
  [".message.agent", "from a person"],
  [".who", "name above"],
  [".choice", "quick reply"],
  [".card", "rich asset"],
  [".carousel", "rich asset"],
  [".form", "rich asset"],
  [".notice", "system line"],
  [".sources", "citations"],
  [".titles", "heading"],
  [".subtitle", "heading"],
  [".avatar", "heading"],
  [".composer", "input"],
  [".typing", "three dots"],
  [".banner", "who answers"],
  ["--brand", "colour"],
  ["--on-brand", "colour"],
  ["--radius", "length"],
  ["--page", "colour"],
  ["--ink", "colour"],
  ["--bubble", "colour"],
] as const;

/** The browser knows its properties by camel-cased names, with some twice. */
export function cssWords(): { label: string; detail?: string }[] {
  const own = names.map(([label, detail]) => ({ label, detail }));
  const properties = new Set<string>();
  const style = document.documentElement.style;
  // Chromium has them on the object, Firefox on what it comes from.
  for (const name of [...Object.keys(style), ...Object.keys(Object.getPrototypeOf(style))]) {
    if (/^[a-z]+(?:[A-Z][a-z]+)*$/u.test(name) && !name.startsWith("webkit") && name !== "cssText") {
      properties.add(name.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`));
    }
  }
  return [...own, ...[...properties].toSorted().map((label) => ({ label }))];
}
