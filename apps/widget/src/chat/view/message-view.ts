// One message as elements.
import type { Content, Message, Source } from "../frames.ts";
import { markdown } from "../markdown.ts";
import { assetView, type AssetActions } from "./assets.ts";
import { bubble, button, classes, el } from "./elements.ts";
import type { Answered } from "./form.ts";

export interface MessageActions extends AssetActions {
  openFile(fileId: string, name: string): void;
  showPicture(fileId: string, name: string, into: HTMLElement): void;
  /** The answers to a form, in the words it asked with. */
  answered(nodeId: string | undefined, values: Record<string, unknown>): Answered[];
}

/** Undefined for what is not shown as a message of its own. */
export function messageView(message: Message, actions: MessageActions): HTMLElement | undefined {
  const { content, author } = message;
  if (content.type === "notice") {
    const notice = el("p", { class: "notice", text: content.text });
    notice.dir = "auto";
    return notice;
  }
  const body = bodyOf(content, actions);
  if (!body) return undefined;
  const who = { visitor: "You", bot: "Assistant", agent: message.authorName || "Colleague", system: "" }[
    author
  ];
  const time = el("time", { text: clock(message.createdAt) });
  time.dateTime = message.createdAt;
  time.dir = "auto";
  return el(
    "article",
    { class: `message ${author} ${"cssClassname" in content ? classes(content.cssClassname) : ""}` },
    el("bdi", { class: author === "agent" ? "who" : "who hidden", text: `${who}:` }),
    bubble(body),
    time,
  );
}

function bodyOf(content: Content, actions: MessageActions): Node | undefined {
  switch (content.type) {
    case "text":
      return textBody(content.text, content.sources ?? []);
    case "choice":
      return el("p", { text: content.label });
    case "form":
      return el(
        "dl",
        {},
        ...actions
          .answered(content.nodeId, content.values)
          .flatMap(({ label, value }) => [
            el("dt", {}, el("bdi", { text: label })),
            el("dd", {}, el("bdi", { text: value })),
          ]),
      );
    case "asset":
      return assetView(content, actions);
    case "file": {
      const name = content.name ?? "File";
      const holder = button(name, "file", () => actions.openFile(content.fileId, name));
      holder.setAttribute("aria-label", `Download ${name}`);
      if (/^image\/(png|jpeg|gif|webp)$/.test(content.mimeType ?? ""))
        actions.showPicture(content.fileId, name, holder);
      return holder;
    }
    default:
      return undefined;
  }
}

function textBody(text: string, sources: Source[]): Node {
  const body = el("div", {}, markdown(text));
  if (!Array.isArray(sources) || sources.length === 0) return body;
  const count = sources.length === 1 ? "1 source" : `${sources.length} sources`;
  const summary = el("summary", {}, el("bdi", { text: count }));
  const items = sources
    .slice(0, 20)
    .map((source) =>
      el(
        "li",
        {},
        el("strong", { text: String(source.title ?? "") }),
        el("q", { text: String(source.passage ?? "").slice(0, 400) }),
      ),
    );
  body.append(el("details", { class: "sources" }, summary, el("ol", {}, ...items)));
  return body;
}

export function clock(iso: string): string {
  return new Date(iso).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}
