// What an applet does on the page. Texts are set as text and never as markup; styles go through the style object,
// which a strict content security policy allows.
import type { Loader } from "./types.ts";

type Act = (loader: Loader, options: Readonly<Record<string, unknown>>) => void;

const text = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined || value === null ? "" : JSON.stringify(value);

export const browserActions: Readonly<Record<string, Act | undefined>> = {
  "open-chat": ({ chat }, { widgetId }) => chat.open(text(widgetId)),
  "message-chat": ({ chat }, options) => chat.message(text(options["text"]), text(options["widgetId"])),
  "show-banner": (_, options) => showBanner(options),
  "show-modal": (_, options) => showModal(options),
  "set-cookie": (_, { name, value, days }) => {
    const age = Number(days ?? 30) * 86_400;
    const secure = location.protocol === "https:" ? ";secure" : "";
    document.cookie = `parley_${encodeURIComponent(text(name))}=${encodeURIComponent(text(value))};path=/;max-age=${age};samesite=lax${secure}`;
  },
  "analytics-event": (_, { name }) => {
    const layer = (window as { dataLayer?: unknown }).dataLayer;
    if (Array.isArray(layer)) layer.push({ event: text(name) });
  },
};

const font = "font:15px/1.5 system-ui,sans-serif;color:#fff;background:#1f2933;";

function showBanner(options: Readonly<Record<string, unknown>>): void {
  const isTop = options["position"] === "top";
  const banner = element(
    "div",
    `${font}position:fixed;z-index:2147483000;left:0;right:0;${isTop ? "top" : "bottom"}:0;display:flex;gap:12px;justify-content:center;align-items:center;padding:12px 16px`,
  );
  banner.setAttribute("role", "status");
  banner.dataset["parley"] = "banner";
  banner.append(
    element("span", "", text(options["text"])),
    ...link(options),
    closeButton(() => banner.remove()),
  );
  document.body.append(banner);
  const seconds = Number(options["seconds"] ?? 0);
  if (seconds > 0) setTimeout(() => banner.remove(), seconds * 1_000);
}

function showModal(options: Readonly<Record<string, unknown>>): void {
  const dialog = document.createElement("dialog");
  dialog.style.cssText = `${font}max-width:min(32em,90vw);border:0;border-radius:12px;padding:24px;white-space:pre-line`;
  dialog.dataset["parley"] = "modal";
  const title = element("h2", "margin:0 0 8px;font-size:20px", text(options["title"]));
  title.id = "parley-modal-title";
  dialog.setAttribute("aria-labelledby", title.id);
  const close = () => dialog.remove();
  dialog.append(
    title,
    element("p", "margin:0 0 16px", text(options["text"])),
    ...link(options),
    closeButton(close),
  );
  dialog.addEventListener("close", close);
  document.body.append(dialog);
  dialog.showModal();
}

/** Only addresses that open something; a script is no address. */
function link({ linkText, linkUrl }: Readonly<Record<string, unknown>>): HTMLElement[] {
  const href = text(linkUrl).trim();
  if (text(linkText) === "" || !/^(https?:\/\/|mailto:|tel:|\/(?!\/))/i.test(href)) return [];
  const anchor = document.createElement("a");
  anchor.style.cssText = "color:inherit;text-decoration:underline";
  anchor.textContent = text(linkText);
  anchor.href = href;
  anchor.rel = "noopener";
  return [anchor];
}

function closeButton(close: () => void): HTMLElement {
  const button = element(
    "button",
    "font:inherit;color:inherit;background:none;border:1px solid;border-radius:6px;padding:2px 10px;cursor:pointer",
    "Close",
  );
  button.addEventListener("click", close);
  return button;
}

function element(name: "div" | "span" | "p" | "h2" | "button", style: string, content?: string): HTMLElement {
  const made = document.createElement(name);
  made.style.cssText = style;
  if (content !== undefined) made.textContent = content;
  return made;
}
