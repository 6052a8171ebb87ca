import { type Condition, describeCondition } from "@parley/condition";

/** "When Page view, if page.path starts with "/cart", then Show a banner and Record an analytics event." */
export function sentenceOf(instance: {
  readonly triggers: readonly string[];
  readonly condition: Condition;
  readonly actions: readonly string[];
}): string {
  const when = instance.triggers.length > 0 ? instance.triggers.join(" or ") : "nothing happens yet";
  const condition = describeCondition(instance.condition);
  const ifPart = condition === "always" ? "" : `, if ${condition}`;
  const then = instance.actions.length > 0 ? instance.actions.join(", then ") : "nothing yet";
  return `When ${when}${ifPart}, then ${then}.`;
}
