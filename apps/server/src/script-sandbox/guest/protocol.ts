// What the server and a guest process say to each other. Values of scripts travel as JSON text, never as objects.
// No imports: a guest process may read hardly any files.

export interface RunOrder {
  readonly type: "run";
  readonly code: string;
  readonly input: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly deadlineMs: number;
  readonly memoryMb: number;
  readonly now: number;
}

export interface CheckOrder {
  readonly type: "check";
  readonly code: string;
}

export interface HttpAnswer {
  readonly type: "http-answer";
  readonly call: number;
  /** JSON of `{ value }` or `{ error }`. */
  readonly answer: string;
}

export type ToGuest = RunOrder | CheckOrder | HttpAnswer;

/** What a script may produce. A script that asks for more gets an error it can catch. */
export const limits = {
  codeChars: 100_000,
  inputChars: 1_000_000,
  texts: 50,
  textChars: 8_000,
  logs: 200,
  logChars: 2_000,
  jsonChars: 256_000,
  jsonDepth: 64,
  variables: 500,
  httpCalls: 10,
} as const;

export const failureKinds = [
  "syntax",
  "thrown",
  "deadline",
  "memory",
  "recursion",
  "stuck",
  "too-large",
  "crashed",
  "busy",
  "aborted",
] as const;

export interface Failure {
  readonly kind: (typeof failureKinds)[number];
  /** A sentence for the author of the script. */
  readonly message: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

export interface Outcome {
  readonly output: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly said: readonly string[];
  readonly logs: readonly string[];
  readonly error?: Failure | undefined;
}

export type FromGuest =
  | { readonly type: "ready" }
  | { readonly type: "http"; readonly call: number; readonly request: string }
  | { readonly type: "done"; readonly outcome: Outcome }
  | { readonly type: "checked"; readonly problem?: Failure | undefined };
