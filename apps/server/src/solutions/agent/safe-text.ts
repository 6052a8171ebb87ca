// A model's words as plain text: pictures in Markdown and HTML tags that load something are taken out, so that no
// page that renders the answer fetches a foreign address. Works on a stream: what may become one is held back.
const longestHeld = 2_000;
const picture = /!\[([^\]]{0,500})\]\s?(\([^)]{0,2000}\)|\[[^\]]{0,200}\])/g;
const element =
  /<\/?(img|script|iframe|object|embed|link|style|svg|video|audio|source|form|input|meta|base)\b[^>]{0,2000}>/gi;

export function withoutPictures(text: string): string {
  return text.replaceAll(picture, "$1").replaceAll(element, "");
}

export interface SafeStream {
  /** The part of the text that is safe to show by now. */
  push(delta: string): string;
  end(): string;
}

export function safeStream(): SafeStream {
  let held = "";
  return {
    push(delta) {
      held = withoutPictures(held + delta);
      const from = riskyFrom(held);
      const shown = held.slice(0, from);
      held = held.slice(from);
      return shown;
    },
    end() {
      // What never closed can still load something where a lenient page closes it: cut its first character.
      const rest = withoutPictures(held)
        .replaceAll(/!\[/g, "[")
        .replaceAll(
          /<(?=\/?(img|script|iframe|object|embed|link|style|svg|video|audio|source|form|input|meta|base)\b)/gi,
          "‹",
        );
      held = "";
      return rest;
    },
  };
}

/** Where something begins that could still become a picture or an element. */
function riskyFrom(text: string): number {
  const start = Math.max(0, text.length - longestHeld);
  const tail = text.slice(start);
  const marks = [tail.lastIndexOf("!["), tail.lastIndexOf("<")].filter(
    (at) => at >= 0 && !isClosed(tail.slice(at)),
  );
  if (tail.endsWith("!")) marks.push(tail.length - 1);
  return start + Math.min(tail.length, ...marks);
}

function isClosed(text: string): boolean {
  if (text.startsWith("<")) return text.includes(">") || !/^<\/?[a-z]*$/i.test(text.split(/\s/)[0] ?? "");
  // "![alt]" is closed once it is clear that no address follows.
  return /^!\[[^\]]*\](?!\s?$|\s?[([])/.test(text) || /^!\[[^\]]*\]\s?(\([^)]*\)|\[[^\]]*\])/.test(text);
}
