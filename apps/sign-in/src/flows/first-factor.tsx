// Identifier first: one e-mail field, then the ways to sign in that fit it, best first. It stays one real
// form with both fields throughout, so that password managers fill and save it.
import type { Flow } from "@parley/identity-client";
import type { FormEvent } from "react";
import { useEffect, useRef } from "react";
import { PasswordInput } from "../parts/password-input.tsx";
import { screenUrl, usePage } from "../page.ts";
import { csrfToken } from "./form-body.ts";
import { MethodButton } from "./method-button.tsx";
import { useFirstFactor } from "./use-first-factor.ts";
import type { FlowHandle } from "./use-flow.ts";

export function FirstFactor({ flow, handle }: { flow: Flow; handle: FlowHandle }) {
  const page = usePage();
  const address = useRef<HTMLInputElement>(null);
  const {
    password,
    step,
    email,
    current,
    others,
    methods,
    lastUsed,
    isBusy,
    isAddressFixed,
    pick,
    ...actions
  } = useFirstFactor(flow, handle);
  const isAddressStep = step === "email";
  const isPasswordStep = step === "method" && current?.key === "password";
  const outside = current !== undefined && "providerId" in current ? current : undefined;
  const remembered = methods.find((method) => method.key === lastUsed && "providerId" in method);

  useEffect(() => {
    if (isAddressStep) address.current?.focus();
    else if (isPasswordStep) password.current?.focus();
  }, [isAddressStep, isPasswordStep, password]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) actions.proceed();
  };

  return (
    <>
      <form className="form" method="post" action={flow.ui.action} onSubmit={onSubmit}>
        <input type="hidden" name="csrf_token" value={csrfToken(flow).csrf_token ?? ""} />
        <div className={isAddressStep ? "field" : "field chosen-address"}>
          <label htmlFor="identifier">E-mail address</label>
          <div className="row">
            <input
              id="identifier"
              ref={address}
              name="identifier"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              required
              readOnly={!isAddressStep}
              value={email}
              onInput={(event) => actions.setEmail(event.currentTarget.value.trim())}
            />
            {!isAddressStep && !isAddressFixed && (
              <button type="button" className="link" onClick={actions.changeAddress}>
                Change<span className="unseen"> e-mail address</span>
              </button>
            )}
          </div>
        </div>
        <div
          className={isPasswordStep ? "field field-linked" : "kept-for-password-managers"}
          aria-hidden={!isPasswordStep}
          inert={!isPasswordStep}
        >
          <label htmlFor="password">Password</label>
          <PasswordInput
            id="password"
            name="password"
            inputRef={password}
            required={isPasswordStep}
            disabled={false}
            autoComplete="current-password"
            aria-invalid={false}
          />
          <a href={screenUrl(page, "/recovery", { emailId: email })}>Forgot password?</a>
        </div>
        {(isAddressStep || outside === undefined) && (
          <button type="submit" className="button button-primary" disabled={isBusy}>
            {isAddressStep ? "Continue" : current?.key === "code" ? "Send me a code" : "Sign in"}
          </button>
        )}
      </form>
      {!isAddressStep && outside !== undefined && (
        <MethodButton
          method={outside}
          isPrimary
          isLastUsed={outside.key === lastUsed}
          isBusy={isBusy}
          onPick={pick}
        />
      )}
      {!isAddressStep && others.length > 0 && <div className="or">or</div>}
      {!isAddressStep &&
        others.map((method) => (
          <MethodButton
            key={method.key}
            method={method}
            isLastUsed={method.key === lastUsed}
            isBusy={isBusy}
            onPick={pick}
          />
        ))}
      {isAddressStep && remembered !== undefined && (
        <>
          <div className="or">or</div>
          <MethodButton method={remembered} isLastUsed isBusy={isBusy} onPick={pick} />
        </>
      )}
      <p className="unseen" role="status">
        {isAddressStep
          ? ""
          : `${methods.length} ${methods.length === 1 ? "way" : "ways"} to sign in for ${email}`}
      </p>
    </>
  );
}
