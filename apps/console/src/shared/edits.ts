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
  const kept: Edits<Values> = {};
  for (const name of namesOf(stored)) if (changed.has(name)) Object.assign(kept, { [name]: edits[name] });
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
