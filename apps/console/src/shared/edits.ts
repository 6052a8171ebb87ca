// What somebody typed over what is stored, field by field. When the stored thing changes underneath, by a colleague or
// by another part of the page, what was typed stays, and what nobody typed in follows.
export type Edits<Values> = {
  readonly [Name in keyof Values]?: {
    readonly value: Values[Name];
    /** What was stored when the field was first typed in, and the version that held it. */
    readonly before: Values[Name];
    readonly version: number;
  };
};

export function withEdit<Values extends object, Name extends keyof Values>(
  edits: Edits<Values>,
  stored: { values: Values; version: number },
  name: Name,
  value: Values[Name],
): Edits<Values> {
  const { before, version } = edits[name] ?? { before: stored.values[name], version: stored.version };
  return { ...edits, [name]: { value, before, version } };
}

export function edited<Values extends object>(edits: Edits<Values>, stored: Values): Values {
  const values = { ...stored };
  for (const name of namesOf(stored)) {
    const edit = edits[name];
    if (edit) values[name] = edit.value;
  }
  return values;
}

export function changedFields<Values extends object>(edits: Edits<Values>, stored: Values): (keyof Values)[] {
  return namesOf(stored).filter((name) => {
    const edit = edits[name];
    return edit !== undefined && !isSame(edit.value, stored[name]);
  });
}

/** Without those that are stored by now: what comes after is nobody's edit. */
export function stillUnsaved<Values extends object>(edits: Edits<Values>, stored: Values): Edits<Values> {
  const changed = new Set(changedFields(edits, stored));
  return only(edits, stored, (name) => changed.has(name));
}

/**
 * After `sent` was saved and `stored` read: the server may have tidied what was typed, so it need not be the same. What
 * was typed on meanwhile goes on from what is stored now.
 */
export function afterSaving<Values extends object>(
  edits: Edits<Values>,
  sent: Edits<Values>,
  stored: { values: Values; version: number },
): Edits<Values> {
  const typedOn = only(edits, stored.values, (name) => edits[name] !== sent[name]);
  let next = only(typedOn, stored.values, (name) => !sent[name]);
  for (const name of namesOf(stored.values)) {
    const edit = typedOn[name];
    if (edit && sent[name]) next = withEdit(next, stored, name, edit.value);
  }
  return next;
}

function only<Values extends object>(
  edits: Edits<Values>,
  stored: Values,
  isWanted: (name: keyof Values) => boolean,
): Edits<Values> {
  const kept: Edits<Values> = {};
  for (const name of namesOf(stored))
    if (edits[name] && isWanted(name)) Object.assign(kept, { [name]: edits[name] });
  return kept;
}

/**
 * The version a save is based on: the newest, unless somebody else changed one of the same fields meanwhile. Then it is
 * the one that was typed over, so that the server says who was faster.
 */
export function basedOn<Values extends object>(
  edits: Edits<Values>,
  stored: { values: Values; version: number },
): number {
  const overtaken = changedFields(edits, stored.values).flatMap((name) => {
    const edit = edits[name];
    return edit && !isSame(edit.before, stored.values[name]) ? [edit.version] : [];
  });
  return Math.min(stored.version, ...overtaken);
}

function namesOf<Values extends object>(values: Values): (keyof Values)[] {
  return Object.keys(values) as (keyof Values)[];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
