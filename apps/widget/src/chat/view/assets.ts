// Cards, carousels, buttons and images, from data an author wrote and nobody may trust.
import type { Content } from "../frames.ts";
import { safeAddress } from "../markdown.ts";
import { button, el } from "./elements.ts";
import { form } from "./form.ts";
import { type Data, list, text } from "./given.ts";

export interface AssetActions {
  press(choice: { choiceId: string; nodeId: string; label: string }): void;
  command(command: string): void;
  submit(nodeId: string, values: Record<string, unknown>): void;
  assetUrl(assetId: string): string | undefined;
}

type Asset = Extract<Content, { type: "asset" }>;

export function assetView(asset: Asset, actions: AssetActions): HTMLElement {
  const { content, nodeId } = asset;
  switch (asset.assetType) {
    case "card":
      return card(content, nodeId, actions);
    case "carousel": {
      const strip = el("div", { class: "carousel", role: "group", label: "Cards" });
      strip.tabIndex = 0;
      strip.append(
        ...list(content, "cards")
          .slice(0, 20)
          .map((each) => card(each, nodeId, actions)),
      );
      return strip;
    }
    case "image":
      return el("div", { class: "image" }, image(content, "url", "alt"));
    case "form":
      return form(content, nodeId, (values) => actions.submit(nodeId, values));
    default:
      return el("div", { class: "buttons" }, ...buttons(content, nodeId, actions));
  }
}

function card(data: Data, nodeId: string, actions: AssetActions): HTMLElement {
  return el(
    "article",
    { class: "card" },
    image(data, "imageUrl", "imageAlt"),
    text(data, "title") ? el("h3", { text: text(data, "title") }) : undefined,
    text(data, "text") ? el("p", { text: text(data, "text") }) : undefined,
    el("div", { class: "buttons" }, ...buttons(data, nodeId, actions)),
  );
}

function image(data: Data, urlKey: string, altKey: string): HTMLElement | undefined {
  const url = safeAddress(text(data, urlKey));
  if (!url || !/^https?:/.test(url)) return undefined;
  const made = el("img");
  made.src = url;
  made.alt = text(data, altKey);
  made.loading = "lazy";
  made.referrerPolicy = "no-referrer";
  return made;
}

function buttons(data: Data, nodeId: string, actions: AssetActions): HTMLElement[] {
  return list(data, "buttons")
    .slice(0, 20)
    .map((each) => {
      const [label, value, action] = [text(each, "label"), text(each, "value"), text(each, "action")];
      if (action === "url") {
        const href = safeAddress(value);
        const made = el("a", { class: "choice" }, el("bdi", { text: label }));
        if (href) Object.assign(made, { href, target: "_blank", rel: "noopener noreferrer" });
        return made;
      }
      if (action === "command") return button(label, "choice", () => actions.command(value));
      return button(label, "choice", () => actions.press({ choiceId: text(each, "id"), nodeId, label }));
    });
}
