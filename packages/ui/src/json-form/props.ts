import type { FieldError } from "../field-errors.tsx";
import type { Schema } from "./schema.ts";

export type JsonFormProps = {
  /** As it comes from the API; a schema the form cannot show is edited as JSON. */
  schema: unknown;
  value: unknown;
  onChange: (value: unknown) => void;
  /** From the server, by path: "options.greeting". */
  errors?: readonly FieldError[];
  /** What the server's paths begin with, such as "options". */
  errorPrefix?: string;
  /** true after a first attempt to save: until then nobody is told about fields they have not reached. */
  showsProblems?: boolean;
  isReadOnly?: boolean;
  /** By the word a schema's `x-parley-choice` names. */
  choices?: Choices;
};

export type Choices = Readonly<Record<string, readonly Choice[]>>;
export type Choice = { value: string; label: string; group?: string };

export type FieldProps = {
  schema: Schema;
  root: Schema;
  path: readonly (string | number)[];
  label: string;
  value: unknown;
  isRequired: boolean;
  isReadOnly: boolean;
  onChange: (value: unknown) => void;
  errorAt: (path: readonly (string | number)[]) => string | undefined;
};
