// The editor's values, what of them is unsaved, and what to do when a newer version arrives meanwhile.
import { useState } from "react";
import { changedFields, valuesOf, type Field, type Values } from "./values.ts";

type Instance = Parameters<typeof valuesOf>[0] & { version: number };

type State<I> = {
  /** What was last read or saved: unsaved means different from it. */
  stored: Values;
  values: Values;
  /** Of what is stored. */
  version: number | undefined;
  /** The last answer that was looked at. */
  seen: I | undefined;
  /** Saved by somebody else on top of what is edited here. */
  newer: I | undefined;
  isSaving: boolean;
};

export function useInstanceDraft<I extends Instance>(instance: I | undefined, fresh: Values) {
  const [state, setState] = useState<State<I>>(() =>
    instance
      ? read(instance)
      : {
          stored: fresh,
          values: fresh,
          version: undefined,
          seen: undefined,
          newer: undefined,
          isSaving: false,
        },
  );
  const unsaved: Field[] = changedFields(state.stored, state.values);
  if (instance && instance !== state.seen && !state.isSaving)
    setState(seeing(state, instance, unsaved.length > 0));
  return {
    values: state.values,
    stored: state.stored,
    newer: state.newer,
    version: state.version,
    unsaved,
    set: (part: Partial<Values>) => setState((now) => ({ ...now, values: { ...now.values, ...part } })),
    discard: () => setState((now) => (now.newer ? read(now.newer) : { ...now, values: now.stored })),
    /** Call before saving: what is read until `saved` or `notSaved` may be one's own words. */
    saving: () => setState((now) => ({ ...now, isSaving: true })),
    /** What was typed since it was sent stays. */
    saved: (next: I, sent: Values) => setState((now) => afterSave(now, next, sent)),
    notSaved: () => setState((now) => ({ ...now, isSaving: false })),
    merged: (values: Values) =>
      setState((now) => (now.newer ? { ...read(now.newer), seen: now.seen, values } : now)),
  };
}

function read<I extends Instance>(instance: I): State<I> {
  const values = valuesOf(instance);
  return {
    stored: values,
    values,
    version: instance.version,
    seen: instance,
    newer: undefined,
    isSaving: false,
  };
}

/** `seen` stays: the query's own answer is on its way. */
function afterSave<I extends Instance>(now: State<I>, next: I, sent: Values): State<I> {
  const saved = read(next);
  const typed = changedFields(sent, now.values);
  const values = { ...saved.values, ...Object.fromEntries(typed.map((field) => [field, now.values[field]])) };
  return { ...saved, values, seen: now.seen };
}

function seeing<I extends Instance>(state: State<I>, instance: I, hasUnsaved: boolean): State<I> {
  const known = state.version ?? 0;
  // An older answer that was still on its way says nothing new.
  if (instance.version < known) return { ...state, seen: instance };
  if (!hasUnsaved) return read(instance);
  return { ...state, seen: instance, newer: instance.version > known ? instance : state.newer };
}
