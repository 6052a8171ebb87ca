// The chat window: header, the log of messages, quick replies, and the composer.
import type { Message } from "../frames.ts";
import type { Settings, Style } from "../settings.ts";
import { colourForm } from "../settings.ts";
import { composer } from "./composer.ts";
import { bubble, button, el, iconButton } from "./elements.ts";
import { answerForm } from "./form.ts";
import { type MessageActions, messageView } from "./message-view.ts";

export interface ViewActions extends Omit<MessageActions, "answered"> {
  send(text: string): void;
  typing(): void;
  upload(file: File): void;
  end(): void;
  restart(): void;
  download(): void;
  close(): void;
}

export interface ChatView {
  show(message: Message): void;
  /** The visitor's own words before the server has them. */
  showPending(id: string, text: string): void;
  dropPending(id: string): void;
  typing(isTyping: boolean, name: string): void;
  stream(effectId: string, text: string): void;
  status(status: string): void;
  online(isOnline: boolean): void;
  problem(text: string): void;
  clear(): void;
  restyle(style: Style): void;
  focus(): void;
}

const usualPlaceholder = "Write a message";

export function chatView(root: HTMLElement, settings: Settings, actions: ViewActions): ChatView {
  const log = el("div", { class: "log", role: "log", label: "Conversation" });
  log.setAttribute("aria-live", "polite");
  log.tabIndex = 0;
  const quick = el("div", { class: "quick", role: "group", label: "Suggested answers" });
  const typingLine = el("div", { class: "typing hidden" }, el("i"), el("i"), el("i"));
  typingLine.setAttribute("aria-hidden", "true");
  const trouble = el("bdi");
  const banner = el("p", { class: "banner hidden", role: "status" }, trouble);
  // Words of authors read in their own direction, and stand where the page begins its lines.
  const title = el("bdi", { text: "Chat" });
  const subtitle = el("bdi");
  const avatar = el("img", { class: "avatar hidden" });
  avatar.alt = "";
  const menu = el("div", { class: "menu hidden", role: "menu" });
  const toggle = iconButton("more", "More", () => setMenu(menu.classList.contains("hidden")));
  toggle.setAttribute("aria-haspopup", "menu");
  const box = composer(usualPlaceholder, actions);
  const restart = button("Start a new conversation", "primary hidden", () => actions.restart());
  const pending = new Map<string, HTMLElement>();
  let streaming: { effectId: string; node: HTMLElement; text: string } | undefined;

  const setMenu = (isOpen: boolean) => {
    menu.classList.toggle("hidden", !isOpen);
    toggle.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) menu.querySelector("button")?.focus();
  };
  const item = (text: string, run: () => void) => {
    const made = button(text, "menu-item", () => {
      setMenu(false);
      run();
    });
    made.setAttribute("role", "menuitem");
    return made;
  };
  menu.append(
    item("Download transcript", () => actions.download()),
    item("End conversation", () => actions.end()),
  );
  root.append(
    el(
      "header",
      {},
      avatar,
      el("div", { class: "titles" }, el("h1", {}, title), el("p", { class: "subtitle" }, subtitle)),
      toggle,
      iconButton("close", "Minimise chat", () => actions.close()),
      menu,
    ),
    banner,
    log,
    typingLine,
    quick,
    restart,
    box.root,
  );
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    if (menu.classList.contains("hidden")) actions.close();
    else setMenu(false);
  });

  const isAtEnd = (grown = 0) => log.scrollHeight - log.scrollTop - log.clientHeight < 80 + grown;
  // A picture that arrives pushes what follows it out of sight.
  log.addEventListener(
    "load",
    ({ target }) => {
      if (isAtEnd(target instanceof HTMLElement ? target.offsetHeight : 0)) log.scrollTop = log.scrollHeight;
    },
    true,
  );
  // So do answers that are offered below: who reads the end goes on reading it.
  let follows = true;
  log.addEventListener("scroll", () => (follows = isAtEnd()));
  new ResizeObserver(() => {
    if (follows) log.scrollTop = log.scrollHeight;
  }).observe(log);
  const add = (node: HTMLElement) => {
    const follow = isAtEnd();
    log.append(node);
    if (follow) log.scrollTop = log.scrollHeight;
  };

  const view: ChatView = {
    show(message) {
      const { content } = message;
      if (message.clientMessageId) view.dropPending(message.clientMessageId);
      if (content.type === "text" && content.effectId && streaming?.effectId === content.effectId) {
        streaming.node.remove();
        streaming = undefined;
      }
      if (content.type === "input") return box.expect(content.inputType);
      if (content.type === "quick-replies") {
        const press = (choice: { id: string; label: string }) => () => {
          quick.replaceChildren();
          actions.press({ choiceId: choice.id, nodeId: content.nodeId, label: choice.label });
        };
        return quick.replaceChildren(
          ...content.choices.map((choice) => button(choice.label, "choice", press(choice))),
        );
      }
      if (message.author === "visitor") quick.replaceChildren();
      const node = messageView(message, {
        ...actions,
        answered: (nodeId, values) => answerForm(log, nodeId, values),
      });
      if (node) add(node);
    },
    showPending(id, text) {
      const node = el("article", { class: "message visitor pending" }, bubble(el("p", { text })));
      pending.set(id, node);
      quick.replaceChildren();
      add(node);
      log.scrollTop = log.scrollHeight;
    },
    dropPending(id) {
      pending.get(id)?.remove();
      pending.delete(id);
    },
    typing(isTyping, name) {
      typingLine.classList.toggle("hidden", !isTyping);
      typingLine.title = name ? `${name} is typing` : "";
    },
    stream(effectId, text) {
      if (streaming?.effectId !== effectId) {
        const node = el("article", { class: "message bot" }, bubble());
        node.setAttribute("aria-hidden", "true");
        streaming = { effectId, node, text: "" };
        add(node);
      }
      streaming.text += text;
      const words = streaming.node.firstElementChild;
      if (words) words.textContent = streaming.text;
      if (isAtEnd()) log.scrollTop = log.scrollHeight;
    },
    status(status) {
      const isEnded = status === "ENDED";
      restart.classList.toggle("hidden", !isEnded);
      box.root.classList.toggle("hidden", isEnded);
      subtitle.textContent =
        status === "WAITING"
          ? "Waiting for a colleague"
          : status === "AGENT"
            ? "You are talking to a person"
            : (settings.style.subtitle ?? "");
    },
    online(isOnline) {
      banner.classList.toggle("hidden", isOnline);
      trouble.textContent = isOnline ? "" : "Connecting again. What you write is kept.";
    },
    problem(text) {
      banner.classList.remove("hidden");
      trouble.textContent = text;
    },
    clear() {
      log.replaceChildren();
      quick.replaceChildren();
      pending.clear();
    },
    restyle(style) {
      const page = document.documentElement;
      const colour = (name: string, value: string | undefined) =>
        value && colourForm.test(value)
          ? page.style.setProperty(name, value)
          : page.style.removeProperty(name);
      colour("--brand", style.color);
      colour("--on-brand", style.textColor);
      if (style.radius !== undefined)
        page.style.setProperty("--radius", `${Math.min(32, Math.max(0, Number(style.radius) || 0))}px`);
      page.dataset["theme"] = style.theme === "dark" || style.theme === "light" ? style.theme : "auto";
      title.textContent = style.title || settings.customerName || "Chat";
      document.title = title.textContent;
      subtitle.textContent = style.subtitle ?? "";
      box.setPlaceholder(style.placeholder || usualPlaceholder);
      const isPicture = /^https?:\/\//.test(style.avatarUrl ?? "");
      avatar.classList.toggle("hidden", !isPicture);
      if (isPicture) avatar.src = style.avatarUrl ?? "";
    },
    // On a phone the keyboard would cover what the bot offers.
    focus: () => (matchMedia("(pointer: coarse)").matches ? log : box).focus(),
  };
  view.restyle(settings.style);
  return view;
}
