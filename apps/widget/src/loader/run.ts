import { explain } from "@parley/condition/explain";
import { fill } from "@parley/condition/fill";
import type { AppletEvent } from "@parley/condition/triggers";
import { browserActions } from "./actions.ts";
import type { Loader, PageAnswer, PageApplet, PageTrigger } from "./types.ts";

/** Decides the condition, does what belongs on the page, and tells the server, which does the rest. */
export function runApplet(
  loader: Loader,
  answer: PageAnswer,
  applet: PageApplet,
  trigger: PageTrigger,
  event: AppletEvent & Record<string, unknown>,
): void {
  const { page, visitor, device, cookie, ...rest } = event;
  const facts = { ...answer.facts, page, visitor, device, cookie, event: rest, settings: applet.settings };
  const isHeld = explain(applet.condition, facts).outcome;
  const actions = isHeld ? applet.actions.flatMap((action) => perform(loader, action, facts)) : [];
  loader.report({ appletId: applet.id, version: applet.version, triggerId: trigger.id, event, actions });
}

function perform(loader: Loader, action: PageApplet["actions"][number], facts: Record<string, unknown>) {
  const start = performance.now();
  const result = (isDone: boolean, error?: string) => [
    {
      id: action.id,
      isDone,
      ms: Math.round(performance.now() - start),
      ...(error !== undefined && { error }),
    },
  ];
  try {
    const act = browserActions[action.kind];
    if (act) act(loader, fill(action.options ?? {}, facts) as Record<string, unknown>);
    return action.isServer ? [] : result(act !== undefined);
  } catch (error) {
    return result(false, String(error).slice(0, 500));
  }
}
