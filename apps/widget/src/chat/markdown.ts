// A little markdown, built as elements: nothing a bot or a model writes is ever read as markup. Images are
// left out on purpose, because an address in an answer could carry what was said to somebody else.
const inline =
  /(`[^`\n]+`)|(\*\*[^*\n]+\*\*)|(\*[^*\n]+\*|_[^_\n]+_)|\[([^\]\n]{1,300})\]\(([^()\s]{1,1000})\)|(https?:\/\/[^\s<>"')\]]{1,1000})/g;

export function markdown(text: string): DocumentFragment {
  const result = document.createDocumentFragment();
  let list: HTMLElement | undefined;
  let code: HTMLElement | undefined;
  let paragraph: HTMLElement | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("```")) {
      code = code ? undefined : result.appendChild(element("pre")).appendChild(element("code"));
      list = paragraph = undefined;
      continue;
    }
    if (code) {
      code.append(`${line}\n`);
      continue;
    }
    const item = /^\s{0,3}(?:([-*•])|(\d{1,3})[.)])\s+(.*)$/.exec(line);
    if (item) {
      const tag = item[1] ? "ul" : "ol";
      if (list?.tagName.toLowerCase() !== tag) list = result.appendChild(element(tag));
      list.appendChild(element("li")).append(...words(item[3] ?? ""));
      paragraph = undefined;
      continue;
    }
    list = undefined;
    if (line.trim() === "") {
      paragraph = undefined;
      continue;
    }
    const heading = /^#{1,4}\s+(.*)$/.exec(line);
    if (heading) {
      result
        .appendChild(element("p"))
        .appendChild(element("strong"))
        .append(...words(heading[1] ?? ""));
      paragraph = undefined;
      continue;
    }
    if (paragraph) paragraph.append(element("br"));
    paragraph ??= result.appendChild(element("p"));
    paragraph.append(...words(line));
  }
  return result;
}

function words(text: string): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const match of text.matchAll(inline)) {
    nodes.push(document.createTextNode(text.slice(at, match.index)));
    at = match.index + match[0].length;
    const [whole, code, bold, soft, label, target, address] = match;
    if (code) nodes.push(withText("code", code.slice(1, -1)));
    else if (bold) nodes.push(withText("strong", bold.slice(2, -2)));
    else if (soft) nodes.push(withText("em", soft.slice(1, -1)));
    else nodes.push(link(address ?? target ?? "", label ?? address ?? "") ?? document.createTextNode(whole));
  }
  nodes.push(document.createTextNode(text.slice(at)));
  return nodes;
}

const safeSchemes: ReadonlySet<string> = new Set(["https:", "http:", "mailto:", "tel:"]);

/** Undefined for an address that does more than lead somewhere. */
export function safeAddress(address: string): string | undefined {
  const url = URL.parse(address.trim());
  return url && safeSchemes.has(url.protocol) && !url.username ? url.href : undefined;
}

export function link(address: string, label: string): HTMLAnchorElement | undefined {
  const href = safeAddress(address);
  if (!href) return undefined;
  const anchor = document.createElement("a");
  anchor.href = href;
  anchor.target = "_blank";
  anchor.rel = "noopener noreferrer nofollow";
  anchor.textContent = label;
  return anchor;
}

const element = (tag: string) => document.createElement(tag);

function withText(tag: string, text: string): HTMLElement {
  const made = element(tag);
  made.textContent = text;
  return made;
}
