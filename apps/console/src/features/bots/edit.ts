// What somebody typed over a stored file, while the file is saved, read again and changed by others (decision 226).
export interface Edit {
  /** As it would be stored. */
  readonly content: string;
  /** The stored content that it changes. */
  readonly basedOn: string;
  /** Only of one that is saved: what the page had read then. It stays in sight until the page has read it anew. */
  readonly savedOver?: string;
  /** What the page showed when something else was being saved, or was saved: to be the same as that is still an edit. */
  readonly typedOver?: string;
}

export interface Stored {
  readonly content: string;
  readonly sha256: string;
}

/** Undefined when what is stored is to be shown: it is the same, or it came after this was saved. */
export function inSight<E extends Edit>(edit: E | undefined, stored: Stored): E | undefined {
  if (!edit) return undefined;
  if (edit.content === stored.content && edit.typedOver !== stored.sha256) return undefined;
  const isReadAnew = edit.savedOver !== undefined && edit.savedOver !== stored.sha256;
  return isReadAnew ? undefined : edit;
}

export function isUnsaved(edit: Edit | undefined): boolean {
  return edit !== undefined && edit.savedOver === undefined;
}

/** What the next change is based on. */
export function basisOf(
  edit: Edit | undefined,
  stored: Stored,
  isSaving: boolean,
): Pick<Edit, "basedOn" | "typedOver"> {
  const basedOn = edit?.basedOn ?? stored.sha256;
  return isSaving || basedOn !== stored.sha256 ? { basedOn, typedOver: stored.sha256 } : { basedOn };
}

/** After `sent` was saved as `sha256`: what was typed meanwhile is based on that. */
export function afterSaving<E extends Edit>(
  edit: E | undefined,
  sent: E,
  sha256: string,
  stored: Stored,
): E | undefined {
  if (!edit) return undefined;
  const isAsSent = edit.content === sent.content;
  return { ...edit, basedOn: sha256, ...(isAsSent && { savedOver: stored.sha256 }) };
}
