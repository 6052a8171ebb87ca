// Cards, carousels, buttons, images and forms, from data an author wrote and nobody may trust.
import type { Content } from "../frames.ts";
import { safeAddress } from "../markdown.ts";
import { button, el } from "./elements.ts";

export interface AssetActions {
  press(choice: { choiceId: string; nodeId: string; label: string }): void;
  command(command: string): void;
  submit(nodeId: string, values: Record<string, unknown>): void;
  assetUrl(assetId: string): string | undefined;
}

type Asset = Extract<Content, { type: "asset" }>;
type Data = Record<string, unknown>;

const text = (data: Data, key: string) => (typeof data[key] === "string" ? String(data[key]) : "");
const list = (data: Data, key: string): Data[] =>
  Array.isArray(data[key])
    ? data[key].filter((item): item is Data => item !== null && typeof item === "object")
    : [];

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
      return form(content, nodeId, actions);
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

// Numbers and addresses read from left to right on every page.
const leftToRight: ReadonlySet<string> = new Set(["email", "number", "tel", "url"]);
const inputTypes: ReadonlySet<string> = new Set(["text", "email", "number", "date", "tel", "url"]);

function form(data: Data, nodeId: string, actions: AssetActions): HTMLElement {
  const made = el("form", { class: "form" });
  const title = text(data, "title");
  if (title) made.append(el("h3", { text: title }));
  const controls = list(data, "fields")
    .slice(0, 30)
    .map((field) => control(field, nodeId));
  for (const each of controls) made.append(each.label);
  const submit = el("button", { class: "primary", text: text(data, "submitLabel") || "Send" });
  made.append(submit);
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(controls.map((each) => [each.name, each.read()]));
    for (const each of made.querySelectorAll("input, select, textarea, button"))
      each.setAttribute("disabled", "");
    actions.submit(nodeId, values);
  });
  return made;
}

function control(field: Data, nodeId: string): { name: string; label: HTMLElement; read(): unknown } {
  const [name, type] = [text(field, "name"), text(field, "type")];
  const id = `field-${nodeId}-${name}`;
  const options = Array.isArray(field["options"]) ? field["options"] : [];
  const isSelect = type === "select" || options.length > 0;
  const input = isSelect ? el("select") : el(type === "long-text" ? "textarea" : "input");
  input.id = id;
  input.name = name;
  input.dir = leftToRight.has(type) ? "ltr" : "auto";
  input.required = field["isRequired"] === true;
  if (input instanceof HTMLSelectElement) {
    input.append(el("option", { text: "" }));
    for (const option of options) {
      const value =
        typeof option === "object" && option !== null ? (option as Data) : { label: option, value: option };
      const made = el("option", { text: String(value["label"] ?? value["value"] ?? "") });
      made.value = String(value["value"] ?? value["label"] ?? "");
      input.append(made);
    }
  }
  if (input instanceof HTMLInputElement) {
    input.type = type === "checkbox" || type === "flag" ? "checkbox" : inputTypes.has(type) ? type : "text";
    input.maxLength = 2_000;
  }
  const caption = el("span", { text: text(field, "label") || name });
  const label = el("label", {}, caption, input);
  label.htmlFor = id;
  const read = () => {
    if (input instanceof HTMLInputElement && input.type === "checkbox") return input.checked;
    if (input instanceof HTMLInputElement && input.type === "number")
      return input.value === "" ? null : Number(input.value);
    return input.value;
  };
  return { name, label, read };
}
