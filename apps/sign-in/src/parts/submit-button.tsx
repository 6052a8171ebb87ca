import type { InputNode } from "@parley/identity-client";
import { labelOf } from "../flows/nodes.ts";
import { useFocusOnMount } from "./focus-on-mount.ts";

type SubmitButtonProps = {
  node: InputNode;
  isBusy: boolean;
  look?: "primary" | "quiet" | "danger";
  label?: string | undefined;
  autoFocus?: boolean;
};

export function SubmitButton({
  node,
  isBusy,
  look = "primary",
  label,
  autoFocus = false,
}: SubmitButtonProps) {
  const button = useFocusOnMount<HTMLButtonElement>(autoFocus);
  return (
    <button
      ref={button}
      type="submit"
      className={`button button-${look}`}
      name={node.attributes.name}
      value={String(node.attributes.value ?? "")}
      data-group={node.group}
      disabled={node.attributes.disabled === true || isBusy}
      // Asking for another code must work with the code field left empty.
      formNoValidate={node.attributes.name !== "method"}
    >
      {label ?? labelOf(node)}
    </button>
  );
}
