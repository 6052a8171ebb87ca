import type { ClipboardEvent, FormEvent } from "react";

type CodeInputProps = {
  id: string;
  name: string;
  length: number;
  required: boolean;
  disabled: boolean;
  "aria-invalid": boolean;
  "aria-describedby": string;
};

/** Takes a code typed, pasted with spaces or filled in by the phone, and sends it when it is complete. */
export function CodeInput({ length, ...shared }: CodeInputProps) {
  const accept = (input: HTMLInputElement, text: string) => {
    const digits = text.replace(/\D/g, "").slice(0, length);
    if (input.value !== digits) input.value = digits;
    if (digits.length === length) sendForm(input);
  };
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    accept(event.currentTarget, event.clipboardData.getData("text"));
  };
  return (
    <input
      {...shared}
      className="code"
      type="text"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      // No maxLength: it would cut "123 456" short before the space is taken out.
      onPaste={onPaste}
      onInput={(event: FormEvent<HTMLInputElement>) => accept(event.currentTarget, event.currentTarget.value)}
    />
  );
}

function sendForm(input: HTMLInputElement): void {
  const button = input.form?.querySelector<HTMLButtonElement>("button[type=submit]:not(:disabled)");
  if (button !== null && button !== undefined) input.form?.requestSubmit(button);
}
