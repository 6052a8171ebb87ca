// A mail is a subject and a few parts, written once and rendered as text and as plain HTML.
export interface Mail {
  /** Names the template for the mailbox, the log and tests. */
  readonly template: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export type Part = string | { readonly code: string } | { readonly link: string; readonly label: string };

export function composeMail(template: string, subject: string, parts: readonly Part[]): Mail {
  const clean = parts.map(cleanPart);
  return {
    template,
    subject: oneLine(subject),
    text: `${clean.map(asText).join("\n\n")}\n`,
    html: page(oneLine(subject), clean.map(asHtml).join("\n")),
  };
}

/** Names come from people: they get no line breaks, no invisible characters and no room for a story. */
export function oneLine(text: string, most = 150): string {
  const line = text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

function cleanPart(part: Part): Part {
  if (typeof part === "string") return oneLine(part, 1_000);
  if ("code" in part) return { code: oneLine(part.code) };
  // A link that is none of ours to show is a programming mistake, not a mail.
  if (!/^https?:\/\//.test(part.link)) throw new Error("A mail may only link to http and https addresses.");
  return { link: new URL(part.link).href, label: oneLine(part.label) };
}

function asText(part: Part): string {
  if (typeof part === "string") return part;
  return "code" in part ? `    ${part.code}` : `${part.label}: ${part.link}`;
}

function asHtml(part: Part): string {
  if (typeof part === "string") return `<p>${escapeHtml(part)}</p>`;
  if ("code" in part) {
    return `<p style="font-size:24px;letter-spacing:4px;font-family:monospace"><strong>${escapeHtml(part.code)}</strong></p>`;
  }
  return `<p><a href="${escapeHtml(part.link)}">${escapeHtml(part.label)}</a></p>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:24px auto;padding:0 16px">
${body}
</body></html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
