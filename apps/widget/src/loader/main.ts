// What customers put on their pages: <script src=".../loader.js" async></script>. Asks the server what the page's
// environment runs, waits for its triggers, does what belongs on the page and tells the server.
import type { AppletEvent } from "@parley/condition/triggers";
import { createChat } from "./chat.ts";
import { createReporter } from "./report.ts";
import { runApplet } from "./run.ts";
import type { Loader, PageAnswer } from "./types.ts";
import { visitorFacts } from "./visitor.ts";
import { watchTriggers } from "./watch.ts";

const script = document.currentScript as HTMLScriptElement | null;

if (script && !("isLoaded" in (window.Parley ?? {}))) start(script);

function start(tag: HTMLScriptElement): void {
  const server = new URL(tag.src).origin;
  const loader: Loader = {
    server,
    chat: createChat(server, tag.dataset["widget"]),
    report: createReporter(server),
  };
  let stop: () => void = () => undefined;
  let fire: (event: AppletEvent) => void = () => undefined;
  // Events the page tells before the first answer is there are kept until it is.
  let early: AppletEvent[] | undefined = [];

  async function visit(): Promise<void> {
    stop();
    const address = location.href;
    const answer = await ask(server, address);
    if (location.href !== address) return;
    const watching = watchTriggers(answer.applets, (applet, trigger, event) =>
      runApplet(loader, answer, applet, trigger, { ...event, ...visitorFacts(loader.chat) }),
    );
    stop = () => watching.stop();
    fire = watching.fire;
    for (const event of early ?? []) fire(event);
    early = undefined;
  }

  const queued = window.Parley?.q ?? [];
  window.Parley = {
    isLoaded: true,
    open: () => loader.chat.open(),
    message: (text) => loader.chat.message(text),
    event(name, data) {
      const event = { kind: "custom-event", name: String(name), data };
      if (early) early.push(event);
      else fire(event);
    },
  };
  for (const [method, ...rest] of queued) {
    if (method === "open") window.Parley.open();
    if (method === "message") window.Parley.message(String(rest[0]));
    if (method === "event") window.Parley.event(String(rest[0]), rest[1]);
  }
  if (tag.dataset["widget"]) loader.chat.show();
  onNavigation(() => void visit());
  void visit();
}

async function ask(server: string, address: string): Promise<PageAnswer> {
  try {
    const url = new URL(address);
    // The fragment and the query stay on the page: only the place matters.
    const response = await fetch(
      `${server}/applets/page?url=${encodeURIComponent(url.origin + url.pathname)}`,
      {
        credentials: "omit",
      },
    );
    if (response.ok) return (await response.json()) as PageAnswer;
  } catch {
    // A page works without us.
  }
  return { environment: null, applets: [], facts: {} };
}

/** Single-page sites change their address without loading anything. */
function onNavigation(changed: () => void): void {
  let last = location.href;
  const check = () => {
    if (location.href.split("#")[0] === last.split("#")[0]) return;
    last = location.href;
    changed();
  };
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name].bind(history);
    history[name] = (...parameters) => {
      original(...parameters);
      check();
    };
  }
  addEventListener("popstate", check);
}
