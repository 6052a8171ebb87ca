// Fields for a one-time code, in every flow that has one.
import { labels, type UiText } from "../messages.ts";
import { type UiNode, input, submit } from "../nodes.ts";

export function codeLoginNodes(): UiNode[] {
  return [submit("code", "method", "code", labels.sendLoginCode)];
}

export function emailNodes(): UiNode[] {
  return [
    input("code", "email", { type: "email", required: true, label: labels.email }),
    submit("code", "method", "code", labels.submitContinue),
  ];
}

export function codeEntryNodes(
  label: UiText,
  resend: { readonly name: string; readonly value: string } | null,
  value?: string,
): UiNode[] {
  return [
    input("code", "code", {
      ...(value === undefined ? {} : { value }),
      required: true,
      pattern: "[0-9]+",
      maxlength: 6,
      autocomplete: "one-time-code",
      label,
    }),
    input("code", "method", { type: "hidden", value: "code" }),
    submit("code", "method", "code", labels.submitContinue),
    ...(resend === null ? [] : [submit("code", resend.name, resend.value, labels.resend)]),
  ];
}

/** People paste codes with spaces in them. */
export function readCode(value: unknown): string {
  return typeof value === "string" ? value.replaceAll(/[\s-]/g, "").slice(0, 20) : "";
}
