// Identifier first: one e-mail field, then the ways to sign in that fit it, best first. It stays one real
// form with both fields throughout, so that password managers fill and save it.
import type { Flow } from "@parley/identity-client";
import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import type { LoginInfo } from "../data/login-info.ts";
import { loadLoginInfo } from "../data/login-info.ts";
import { PasswordInput } from "../parts/password-input.tsx";
import { screenUrl, usePage } from "../page.ts";
import { csrfToken } from "./form-body.ts";
import { readLastUsed, rememberLastUsed } from "./last-used.ts";
import type { LoginMethod } from "./login-methods.ts";
import { loginMethods } from "./login-methods.ts";
import { MethodButton } from "./method-button.tsx";
import { findInput, hasGroup, stringValue } from "./nodes.ts";
import type { FlowHandle } from "./use-flow.ts";

type Step = "email" | "method";

export function FirstFactor({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const page = usePage();
  const identifier = findInput(flow, "identifier");
  const isIdentifierFixed = identifier?.attributes.type === "hidden" && stringValue(identifier) !== "";
  const [email, setEmail] = useState(() => stringValue(identifier) || (page.query.get("emailId") ?? ""));
  const [step, setStep] = useState<Step>(isIdentifierFixed ? "method" : "email");
  const [info, setInfo] = useState<LoginInfo>();
  const [chosen, setChosen] = useState<LoginMethod["key"]>();
  const [isLooking, setIsLooking] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const lastUsed = useRef(readLastUsed()).current;

  const methods = loginMethods(flow, info, lastUsed);
  const current = methods.find((method) => method.key === chosen) ?? methods[0];
  const others = methods.filter((method) => method !== current);
  const remembered = methods.find((method) => method.key === lastUsed);
  const isBusy = handle.isBusy || isLooking;

  const lookUp = async (address: string) => {
    setIsLooking(true);
    const found = await loadLoginInfo(page.data, address);
    setInfo(found);
    // Kratos can be set to ask for the address in a step of its own; it then answers with the next form.
    if (hasGroup(flow, "identifier_first") && findInput(flow, "password") === undefined) {
      await handle.submit({ method: "identifier_first", identifier: address, ...csrfToken(flow) });
    }
    setIsLooking(false);
    setStep("method");
  };

  useEffect(() => {
    // Asked early, so that the first data call does not wait for it.
    void page.data.currentUserId();
    if (step === "email" && isAddress(email)) void lookUp(email);
  }, []);

  useEffect(() => {
    if (step === "email") emailInput.current?.focus();
    else password.current?.focus();
  }, [step, current?.key]);

  const signIn = async (method: LoginMethod) => {
    const token = csrfToken(flow);
    if ("providerId" in method) {
      rememberLastUsed(method.key);
      const { group, providerId, isSaml } = method;
      await handle.submit(
        { method: group, provider: providerId, ...token },
        { method: isSaml ? "saml" : group, providerId },
      );
      return;
    }
    const secret = method.key === "password" ? { password: password.current?.value ?? "" } : {};
    const answer = await handle.submit({ method: method.key, identifier: email, ...secret, ...token });
    if (answer.kind === "done" || (answer.kind === "error" && answer.status === 422))
      rememberLastUsed(method.key);
    else if (password.current !== null && answer.kind === "flow") {
      password.current.value = "";
      password.current.focus();
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (step === "email") void lookUp(email);
    else if (current !== undefined) void signIn(current);
  };

  const change = () => {
    setStep("email");
    setChosen(undefined);
  };
  const pick = (method: LoginMethod) =>
    "providerId" in method ? void signIn(method) : setChosen(method.key);
  const isPasswordStep = step === "method" && current?.key === "password";
  const needsForm = step === "email" || current === undefined || !("providerId" in current);

  return (
    <>
      <form className="form" method="post" action={flow.ui.action} onSubmit={onSubmit}>
        <input type="hidden" name="csrf_token" value={csrfToken(flow).csrf_token ?? ""} />
        <div className={step === "email" ? "field" : "field chosen-address"}>
          <label htmlFor="identifier">E-mail address</label>
          <div className="row">
            <input
              id="identifier"
              ref={emailInput}
              name="identifier"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              readOnly={step !== "email"}
              value={email}
              onInput={(event) => setEmail(event.currentTarget.value.trim())}
            />
            {step === "method" && !isIdentifierFixed && (
              <button type="button" className="link" onClick={change}>
                Change<span className="unseen"> e-mail address</span>
              </button>
            )}
          </div>
        </div>
        <div
          className={isPasswordStep ? "field" : "kept-for-password-managers"}
          aria-hidden={!isPasswordStep}
          inert={!isPasswordStep}
        >
          <div className="row row-between">
            <label htmlFor="password">Password</label>
            <a href={screenUrl(page, "/recovery", { emailId: email })}>Forgot password?</a>
          </div>
          <PasswordInput
            id="password"
            name="password"
            inputRef={password}
            required={isPasswordStep}
            disabled={false}
            autoFocus={false}
            autoComplete="current-password"
            aria-invalid={false}
            aria-describedby="password"
          />
        </div>
        {needsForm && (
          <button
            type="submit"
            className="button button-primary"
            name="method"
            value="password"
            disabled={isBusy}
          >
            {step === "email" ? "Continue" : current?.key === "code" ? "Send me a code" : "Sign in"}
          </button>
        )}
      </form>
      {step === "method" && current !== undefined && "providerId" in current && (
        <MethodButton
          method={current}
          isPrimary
          isLastUsed={current.key === lastUsed}
          isBusy={isBusy}
          onPick={pick}
        />
      )}
      {step === "method" && others.length > 0 && <div className="or">or</div>}
      {step === "method" &&
        others.map((method) => (
          <MethodButton
            key={method.key}
            method={method}
            isLastUsed={method.key === lastUsed}
            isBusy={isBusy}
            onPick={pick}
          />
        ))}
      {step === "email" && remembered !== undefined && "providerId" in remembered && (
        <>
          <div className="or">or</div>
          <MethodButton method={remembered} isLastUsed isBusy={isBusy} onPick={pick} />
        </>
      )}
      <p className="unseen" role="status">
        {step === "method"
          ? `${methods.length} ${methods.length === 1 ? "way" : "ways"} to sign in for ${email}`
          : ""}
      </p>
    </>
  );
}

function isAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(text);
}
