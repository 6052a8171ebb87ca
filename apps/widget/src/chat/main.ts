// Puts the chat together: connection, window, and the page around the frame.
import "./styles/window.css";
import "./styles/messages.css";
import "./styles/writing.css";
import { connect, type Connection } from "./connection.ts";
import { openFile, showPicture, uploadFile } from "./files.ts";
import type { Content, Message } from "./frames.ts";
import { listenToPage, tellPage } from "./page-bridge.ts";
import { readSettings } from "./settings.ts";
import { createStorage } from "./storage.ts";
import { downloadTranscript } from "./transcript.ts";
import { chatView } from "./view/chat-view.ts";
import { launcher } from "./view/launcher.ts";

const settings = readSettings();
// A preview in the console keeps apart from what a visitor of the same browser said.
const storage = createStorage(settings.isPreview ? "preview" : (settings.widgetId ?? "test"));
const root = document.getElementById("chat");
if (!root) throw new Error("The page has no place for the chat.");

const messages: Message[] = [];
let connection: Connection | undefined;
let identity: unknown;
let page: Record<string, unknown> = {};
let isVisible = settings.startsOpen;
let unread = 0;
let typingUntil: ReturnType<typeof setTimeout> | undefined;
let typedAt = 0;
let showing = Promise.resolve();
let isCaughtUp = false;

const view = chatView(root, settings, {
  send: say,
  typing() {
    if (Date.now() - typedAt < 2_500) return;
    typedAt = Date.now();
    connection?.typing();
  },
  upload(file) {
    const { conversation } = storage.read();
    if (!conversation) return;
    void uploadFile(conversation, file).then((result) =>
      "fileId" in result
        ? send({ type: "file", fileId: result.fileId }, file.name)
        : view.problem(result.error),
    );
  },
  press: ({ choiceId, nodeId, label }) => send({ type: "choice", choiceId, nodeId, label }, label),
  command: (command) => send({ type: "command", command, arguments: {} }, ""),
  submit: (nodeId, values) => send({ type: "form", nodeId, values }, ""),
  assetUrl: () => undefined,
  openFile(fileId, name) {
    const { conversation } = storage.read();
    if (conversation) void openFile(conversation, fileId, name);
  },
  showPicture(fileId, name, holder) {
    const { conversation } = storage.read();
    if (conversation) showPicture(conversation, fileId, name, holder);
  },
  end: () => connection?.end(),
  restart() {
    messages.length = 0;
    view.clear();
    storage.write({ seen: 0 });
    connection?.restart();
    view.focus();
  },
  download: () => downloadTranscript(messages, document.title),
  close: () => show(false),
});
const corner = launcher(root, !settings.startsOpen, () => show(true));

function show(isShown: boolean): void {
  isVisible = isShown;
  corner.setOpen(isShown);
  tellPage({ parley: isShown ? "opened" : "close" });
  if (!isShown) return;
  unread = 0;
  corner.setUnread(0);
  storage.write({ seen: Math.max(messages.at(-1)?.sequence ?? 0, storage.read().seen ?? 0) });
  tellPage({ parley: "unread", count: 0 });
  // A preview neither starts by itself nor takes the focus from its editor.
  if (settings.isPreview) return;
  if (settings.widgetId) start();
  view.focus();
}

function say(text: string): void {
  send({ type: "text", text }, text);
}

function send(content: Content, shown: string): void {
  if (content.type === "text" || content.type === "choice") tellPage({ parley: "chatted" });
  const id = connection?.send(content);
  if (id && shown !== "") view.showPending(id, shown);
}

function start(): void {
  if (connection) return;
  if (!settings.isOpen) return view.problem("Nobody is here right now. Please come back later.");
  for (const { id, content } of storage.read().unsent ?? []) {
    if (content.type === "text") view.showPending(id, content.text);
  }
  // Somebody is on the way, also where the way takes a while.
  view.typing(true, "");
  connection = connect(settings.isPreview ? null : settings.widgetId, storage, extras, {
    message: (message) => {
      const pause = "delayMs" in message.content ? (message.content.delayMs ?? 0) : 0;
      const isFresh = isCaughtUp && Date.now() - Date.parse(message.createdAt) < 15_000;
      // One after the other, with the pauses the author wanted, but not when an old conversation is shown.
      showing = showing
        .then(() => (pause > 0 && isFresh ? pauseTyping(pause) : undefined))
        .then(() => present(message));
    },
    accepted: () => undefined,
    refused: (id, _code, text) => {
      if (id) view.dropPending(id);
      view.problem(text);
    },
    status: (status) => {
      view.typing(false, "");
      view.status(status);
      setTimeout(() => (isCaughtUp = true), 300);
    },
    typing: (_author, name) => showTyping(name),
    delta: (effectId, text) => view.stream(effectId, text),
    online: (isOnline) => {
      view.online(isOnline);
      if (!isOnline) view.typing(false, "");
    },
  });
}

function extras() {
  const given = new URLSearchParams(location.search).get("page") ?? "";
  const pageUrl = (given || document.referrer || location.href).slice(0, 2_000);
  return { pageUrl, page, ...(identity !== undefined && { identity }) };
}

function present(message: Message): void {
  const { content, author } = message;
  messages.push(message);
  if (content.type === "command") return tellCommand(message.sequence, content);
  if (author !== "visitor") view.typing(false, "");
  view.show(message);
  const isNew = message.sequence > (storage.read().seen ?? 0);
  if (isVisible) storage.write({ seen: Math.max(message.sequence, storage.read().seen ?? 0) });
  else if (isNew && author !== "visitor" && content.type !== "input" && content.type !== "quick-replies") {
    unread += 1;
    corner.setUnread(unread);
    tellPage({ parley: "unread", count: unread });
  }
}

function tellCommand(sequence: number, content: Extract<Content, { type: "command" }>): void {
  if (sequence <= (storage.read().told ?? 0)) return;
  storage.write({ told: sequence });
  tellPage({ parley: "command", command: content.command, arguments: content.arguments });
}

function showTyping(name: string): void {
  view.typing(true, name);
  clearTimeout(typingUntil);
  typingUntil = setTimeout(() => view.typing(false, ""), 40_000);
}

function pauseTyping(ms: number): Promise<void> {
  view.typing(true, "");
  return new Promise((resolve) => setTimeout(resolve, Math.min(ms, 5_000)));
}

listenToPage(settings.consoleOrigin, {
  visible: show,
  say(text) {
    show(true);
    say(text);
  },
  command: (name, data) =>
    void connection?.send({ type: "command", command: name.slice(0, 64), arguments: data }),
  identity: (given) => (identity = given),
  page: (values) => (page = { ...page, ...values }),
  preview(style, css, direction) {
    readFrom(direction);
    view.restyle(style);
    corner.restyle(style);
    const sheet = document.getElementById("parley-css");
    if (sheet) sheet.textContent = css;
  },
  conversation(id, token) {
    storage.write({ conversation: { id, token }, unsent: [], told: 0 });
    start();
  },
});

/** The chat is read in the direction of the page around it. */
function readFrom(direction: string | null): void {
  document.documentElement.dir = direction === "rtl" ? "rtl" : "ltr";
}

readFrom(new URLSearchParams(location.search).get("dir"));
const { title, color, position, launcherLabel } = settings.style;
tellPage({ parley: "ready" });
tellPage({ parley: "style", style: { title, color, position, launcherLabel } });
corner.restyle(settings.style);
// Test runs and previews wait for the console to say which conversation it is. On a customer's page nothing begins before
// the visitor opens the chat, unless they were talking already.
if (settings.startsOpen) show(true);
else {
  corner.setOpen(false);
  if (storage.read().conversation && !settings.isPreview) start();
}
