// Waits for what triggers wait for. Each trigger fires once per visit of a page, clicks and custom events as often
// as they happen unless the trigger says once.
import { type AppletEvent, matchTrigger } from "@parley/condition/triggers";
import { pageFacts } from "@parley/condition/page";
import type { PageApplet, PageTrigger } from "./types.ts";

type Fire = (applet: PageApplet, trigger: PageTrigger, event: AppletEvent & Record<string, unknown>) => void;

export function watchTriggers(applets: readonly PageApplet[], run: Fire) {
  const ending = new AbortController();
  const { signal } = ending;
  const spent = new Set<string>();
  const page = {
    ...pageFacts(location.href),
    url: location.href,
    path: location.pathname,
    title: document.title,
    referrer: document.referrer,
    language: navigator.language,
  };
  const all = applets.flatMap((applet) => applet.triggers.map((trigger) => ({ applet, trigger })));
  const of = (kind: string) => all.filter(({ trigger }) => trigger.kind === kind);

  function fire(event: AppletEvent): void {
    for (const { applet, trigger } of of(event.kind)) {
      const isRepeated =
        event.kind === "custom-event" || (event.kind === "click" && trigger.options["once"] === false);
      if (spent.has(trigger.id) || !matchTrigger(trigger.kind, trigger.options, { ...event, page }).matches)
        continue;
      if (!isRepeated) spent.add(trigger.id);
      run(applet, trigger, { ...event, page });
    }
  }

  const timers = of("time-on-page").map(({ trigger }) => {
    const seconds = Number(trigger.options["seconds"]);
    return setTimeout(() => fire({ kind: "time-on-page", seconds }), seconds * 1_000);
  });
  if (of("scroll-depth").length > 0) {
    addEventListener("scroll", () => fire({ kind: "scroll-depth", percent: scrolledPercent() }), {
      signal,
      passive: true,
    });
  }
  if (of("click").length > 0) {
    addEventListener("click", (event) => clicked(event.target, of("click"), fire), { signal, capture: true });
  }
  if (of("exit-intent").length > 0) {
    document.addEventListener(
      "mouseout",
      (event) => {
        if (event.relatedTarget === null && event.clientY <= 0) fire({ kind: "exit-intent" });
      },
      { signal },
    );
  }
  fire({ kind: "page-view" });
  return {
    fire,
    stop() {
      ending.abort();
      timers.forEach(clearTimeout);
    },
  };
}

function clicked(
  target: EventTarget | null,
  watched: readonly { trigger: PageTrigger }[],
  fire: (event: AppletEvent) => void,
) {
  if (!(target instanceof Element)) return;
  for (const selector of new Set(watched.map(({ trigger }) => String(trigger.options["selector"])))) {
    try {
      if (target.closest(selector)) fire({ kind: "click", selector });
    } catch {
      // Not a selector this browser knows.
    }
  }
}

function scrolledPercent(): number {
  const { scrollHeight } = document.documentElement;
  return scrollHeight === 0 ? 100 : Math.min(100, Math.ceil(((scrollY + innerHeight) / scrollHeight) * 100));
}
