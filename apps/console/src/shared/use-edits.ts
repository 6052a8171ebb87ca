import { useState } from "react";
import { afterSaving, basedOn, changedFields, edited, type Edits, stillUnsaved, withEdit } from "./edits.ts";

export function useEdits<Values extends object>(values: Values, version: number) {
  const stored = { values, version };
  const [edits, setEdits] = useState<Edits<Values>>({});
  const [seen, setSeen] = useState(version);
  const [saved, setSaved] = useState<{ edits: Edits<Values>; version: number }>();
  if (saved && saved.version <= version) {
    setSaved(undefined);
    setSeen(version);
    setEdits(afterSaving(edits, saved.edits, stored));
  } else if (seen !== version) {
    setSeen(version);
    setEdits(stillUnsaved(edits, values));
  }
  return {
    values: edited(edits, values),
    changed: changedFields(edits, values),
    set: <Name extends keyof Values>(name: Name, value: Values[Name]) =>
      setEdits((now) => withEdit(now, stored, name, value)),
    discard: () => setEdits({}),
    basedOn: basedOn(edits, stored),
    /** What is edited now was saved as this version; it counts as stored once that has been read. */
    noteSaved: (savedVersion: number) => setSaved({ edits, version: savedVersion }),
  };
}
