export interface Comparison {
  /** Where to look, such as `page.path` or `event.data.total`. */
  readonly fact: string;
  readonly operator: string;
  readonly value?: unknown;
  /** Text is compared without regard to case unless this is set. */
  readonly caseSensitive?: boolean;
}

export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | Comparison
  /** Nothing to ask: holds always. */
  | Readonly<Record<string, never>>;
