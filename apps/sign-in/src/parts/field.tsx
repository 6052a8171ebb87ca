import type { InputNode } from "@parley/identity-client";
import type { ReactNode } from "react";
import { useId } from "react";
import { messageText } from "../flows/messages.ts";
import { labelOf, stringValue } from "../flows/nodes.ts";
import { CodeInput } from "./code-input.tsx";
import { PasswordInput } from "./password-input.tsx";

type FieldProps = { node: InputNode; hint?: ReactNode };

/** One labelled input with its messages, as password managers and screen readers expect it. */
export function Field({ node, hint }: FieldProps) {
  const id = useId();
  const { name, type, required, disabled, pattern, maxlength } = node.attributes;
  const errors = node.messages.filter((message) => message.type === "error");
  const shared = {
    id,
    name,
    required: required === true,
    disabled: disabled === true,
    "aria-invalid": errors.length > 0,
    "aria-describedby": `${id}-notes`,
  };
  if (type === "checkbox") {
    return (
      <label className="check">
        <input {...shared} type="checkbox" defaultChecked={node.attributes.value === true} /> {labelOf(node)}
      </label>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{labelOf(node) || name}</label>
      {isOneTimeCode(node) ? (
        <CodeInput {...shared} length={maxlength ?? 6} />
      ) : type === "password" ? (
        <PasswordInput {...shared} autoComplete={node.attributes.autocomplete ?? "current-password"} />
      ) : (
        <input
          {...shared}
          type={type}
          defaultValue={stringValue(node)}
          autoComplete={autocompleteOf(node)}
          autoCapitalize={type === "email" || name === "lookup_secret" ? "none" : undefined}
          spellCheck={false}
          pattern={pattern}
          maxLength={maxlength}
        />
      )}
      <div id={`${id}-notes`}>
        {hint !== undefined && <p className="hint">{hint}</p>}
        {node.messages.map((message) => (
          <p
            key={message.id}
            className={message.type === "error" ? "field-error" : "hint"}
            role={message.type === "error" ? "alert" : undefined}
            data-message-id={message.id}
          >
            {messageText(message)}
          </p>
        ))}
      </div>
    </div>
  );
}

function isOneTimeCode(node: InputNode): boolean {
  return node.attributes.name === "code" || node.attributes.name === "totp_code";
}

function autocompleteOf(node: InputNode): string | undefined {
  if (node.attributes.autocomplete !== undefined) return node.attributes.autocomplete;
  if (node.attributes.type === "email" || node.attributes.name === "identifier") return "username";
  return node.attributes.name === "lookup_secret" ? "off" : undefined;
}
