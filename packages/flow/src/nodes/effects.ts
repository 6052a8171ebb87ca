import type { NodeRun, Outcome } from "../node-type.ts";
import { go } from "../node-type.ts";
import type { EffectRequest, EffectResult } from "../runtime/events.ts";

export function awaitEffect(run: NodeRun, effect: EffectRequest): Outcome {
  return { kind: "await-effect", effectId: run.request(effect), effectType: effect.type };
}

export function failed(run: NodeRun, result: EffectResult, port = "error"): Outcome {
  run.note(`Failed: ${result.error ?? "no reason given"}`);
  return go(port);
}
