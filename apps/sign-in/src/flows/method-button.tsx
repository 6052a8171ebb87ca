import { useFocusOnMount } from "../parts/focus-on-mount.ts";
import type { LoginMethod } from "./login-methods.ts";

type MethodButtonProps = {
  method: LoginMethod;
  isPrimary?: boolean;
  isLastUsed: boolean;
  isBusy: boolean;
  onPick: (method: LoginMethod) => void;
};

export function MethodButton({ method, isPrimary = false, isLastUsed, isBusy, onPick }: MethodButtonProps) {
  const button = useFocusOnMount<HTMLButtonElement>(isPrimary);
  return (
    <button
      ref={button}
      type="button"
      className={`button method ${isPrimary ? "button-primary" : "button-quiet"}`}
      disabled={isBusy}
      onClick={() => onPick(method)}
    >
      {methodLabel(method)}
      {isLastUsed && <span className="badge">Last used</span>}
    </button>
  );
}

function methodLabel(method: LoginMethod): string {
  if ("providerId" in method) return `Continue with ${method.name}`;
  return method.key === "password" ? "Use your password" : "Get a code by e-mail";
}
