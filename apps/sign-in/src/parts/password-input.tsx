import type { Ref } from "react";
import { useState } from "react";

type PasswordInputProps = {
  id: string;
  name: string;
  required: boolean;
  disabled: boolean;
  autoComplete: string;
  "aria-invalid": boolean;
  "aria-describedby"?: string;
  inputRef?: Ref<HTMLInputElement>;
};

export function PasswordInput({ inputRef, ...shared }: PasswordInputProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="password">
      <input
        {...shared}
        ref={inputRef}
        type={isShown ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        aria-pressed={isShown}
        aria-label="Show password"
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? "Hide" : "Show"}
      </button>
    </div>
  );
}
