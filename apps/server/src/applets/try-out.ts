// An instance on a page or an event, without any effect: which trigger matches, how the condition comes out, and
// what the actions would get.
import {
  type AppletEvent,
  type Condition,
  explain,
  type Explanation,
  matchTrigger,
  pageFacts,
} from "@parley/condition";
import { isObject } from "#domains/packages";
import type { TriggerOutcome } from "#generated/resolvers.ts";
import { Invalid } from "#platform/errors.ts";
import { covered, fillOptions } from "./engine/execute.ts";
import { factsOf } from "./engine/facts.ts";

interface Step {
  readonly id?: string | undefined;
  readonly name: string;
  readonly packageName: string;
  readonly does: string | undefined;
  readonly kindOptions: Record<string, unknown>;
}

export interface Tried {
  readonly triggers: TriggerOutcome[];
  readonly condition: Explanation;
  readonly wouldRun: boolean;
  /** Options of each action with their placeholders filled. */
  readonly inputs: Record<string, unknown>[];
}

/** What happens on the page behind an address, as far as the address alone says it. */
export function sampleEvent(url: string | null | undefined, event: unknown): Record<string, unknown> {
  const given = isObject(event) ? event : {};
  if (url == null) return { kind: "custom-event", ...given };
  if (!/^https?:/i.test(url) || !URL.canParse(url))
    throw new Invalid("url", "Write a whole address, such as https://shop.example.org/cart.");
  return {
    kind: "page-view",
    ...given,
    page: { ...pageFacts(url), ...(isObject(given["page"]) ? given["page"] : {}) },
  };
}

export function tryOut(
  instance: {
    readonly triggers: readonly Step[];
    readonly actions: readonly Step[];
    readonly condition: Condition;
    readonly settings: Record<string, unknown>;
    readonly projectName: string;
    readonly environmentName: string;
  },
  event: Record<string, unknown>,
  more: { readonly time: Record<string, unknown>; readonly variable: Record<string, unknown> },
): Tried {
  const occurred = { kind: "", ...event } as AppletEvent & Record<string, unknown>;
  const triggers = instance.triggers.map(({ id, name, packageName, does, kindOptions }) => {
    const match =
      does === undefined
        ? { matches: false, reason: "Parley does not run this package." }
        : matchTrigger(does, kindOptions, occurred);
    return { triggerId: id ?? null, name, packageName, ...match };
  });
  const facts = factsOf(instance, event, more);
  const condition = explain(instance.condition, facts);
  return {
    triggers,
    condition,
    wouldRun: condition.outcome && triggers.some((trigger) => trigger.matches),
    inputs: instance.actions.map((action) => fillOptions(action.kindOptions, facts, covered)),
  };
}
