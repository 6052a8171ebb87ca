// Puts the server's complaints on the fields they are about; the rest goes to the form.
import { useState } from "react";

export type FieldError = { field?: string | undefined; message: string };

export function useFieldErrors<Field extends string>(fields: readonly Field[]) {
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const known = new Set<string>(fields);
  const own = errors.filter((error) => error.field === undefined || !known.has(error.field));
  const on = (field: Field): { "data-field": string; error?: string } => {
    const error = errors.find((candidate) => candidate.field === field);
    return { "data-field": field, ...(error && { error: error.message }) };
  };
  const clear = (field?: Field) =>
    setErrors(field === undefined ? [] : errors.filter((error) => error.field !== field));
  return {
    /** Spread on an input: <TextInput {...errors.on("name")} />. */
    on,
    /** Spread on an input that holds text: <TextInput {...errors.text("name", name, setName)} />. */
    text: (field: Field, value: string, set: (value: string) => void) => ({
      value,
      onChange: (event: { currentTarget: { value: string } }) => {
        clear(field);
        set(event.currentTarget.value);
      },
      ...on(field),
    }),
    /** What no field can show. */
    form: own.length > 0 ? { message: own.map((error) => error.message).join(" ") } : undefined,
    isEmpty: errors.length === 0,
    place: (next: readonly FieldError[]) => setErrors(next),
    /** What a failed call said. */
    fail: (reason: unknown) => setErrors(fieldErrorsOf(reason)),
    /** Call when a field is edited: its complaint is about what was there before. */
    clear,
  };
}

export type FieldErrors<Field extends string> = ReturnType<typeof useFieldErrors<Field>>;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Required fields of a form that are empty, by the name useFieldErrors knows them by, or by their label. */
export function emptyFieldsOf(form: HTMLFormElement): { control: Control; field: string; label: string }[] {
  return [...form.querySelectorAll<Control>("input[required], textarea[required], select[required]")]
    .filter((control) => !control.disabled && control.value.trim() === "")
    .map((control) => ({
      control,
      field: control.dataset["field"] ?? "",
      // The label without its asterisk.
      label: control.labels?.[0]?.firstChild?.textContent ?? control.ariaLabel ?? "",
    }));
}

/** An error of a data call knows which field each complaint is about; any other is about the whole form. */
export function fieldErrorsOf(reason: unknown): readonly FieldError[] {
  if (reason instanceof Error && "fields" in reason && Array.isArray(reason.fields)) return reason.fields;
  return [{ message: reason instanceof Error ? reason.message : String(reason) }];
}
