// The steps of the first factor: an address, then one of the ways to sign in that fit it.
import type { Flow } from "@parley/identity-client";
import { useEffect, useRef, useState } from "react";
import type { LoginInfo } from "../data/login-info.ts";
import { loadLoginInfo } from "../data/login-info.ts";
import { showOrganisation } from "../organisation.ts";
import { usePage } from "../page.ts";
import { csrfToken } from "./form-body.ts";
import { readLastUsed, rememberLastUsed } from "./last-used.ts";
import type { LoginMethod } from "./login-methods.ts";
import { loginMethods } from "./login-methods.ts";
import { findInput, hasGroup, stringValue } from "./nodes.ts";
import type { FlowHandle } from "./use-flow.ts";

export function useFirstFactor(flow: Flow, handle: FlowHandle) {
  const password = useRef<HTMLInputElement>(null);
  const { data, query } = usePage();
  const identifier = findInput(flow, "identifier");
  // Confirming or linking an account: the provider has fixed whose it is.
  const isAddressFixed = identifier?.attributes.type === "hidden" && stringValue(identifier) !== "";
  const [email, setEmail] = useState(() => stringValue(identifier) || (query.get("emailId") ?? ""));
  const [step, setStep] = useState<"email" | "method">(isAddressFixed ? "method" : "email");
  const [info, setInfo] = useState<LoginInfo>();
  const [chosen, setChosen] = useState<LoginMethod["key"]>();
  const [lastUsed] = useState(readLastUsed);
  const [firstLookUp] = useState(() =>
    isAddress(email) && !isAddressFixed && !asksAddressFirst(flow) ? loadLoginInfo(data, email) : undefined,
  );
  const [isLooking, setIsLooking] = useState(firstLookUp !== undefined);

  const methods = loginMethods(flow, info, lastUsed);
  const current = methods.find((method) => method.key === chosen) ?? methods[0];

  useEffect(() => {
    // Asked early, so that the first data call does not wait for it.
    void data.currentUserId();
    void firstLookUp?.then((found) => {
      setInfo(found);
      showOrganisation(found?.organisation);
      setIsLooking(false);
      setStep("method");
    });
  }, [data, firstLookUp]);

  const lookUp = async () => {
    setIsLooking(true);
    const found = await loadLoginInfo(data, email);
    setInfo(found);
    showOrganisation(found?.organisation);
    if (asksAddressFirst(flow)) {
      await handle.submit({ method: "identifier_first", identifier: email, ...csrfToken(flow) });
    }
    setIsLooking(false);
    setStep("method");
  };

  const signIn = async (method: LoginMethod) => {
    const token = csrfToken(flow);
    if ("providerId" in method) {
      rememberLastUsed(method.key);
      const { group, providerId, isSaml } = method;
      const body = { method: group, provider: providerId, ...token };
      await handle.submit(body, { method: isSaml ? "saml" : group, providerId });
      return;
    }
    const secret = method.key === "password" ? { password: password.current?.value ?? "" } : {};
    const answer = await handle.submit({ method: method.key, identifier: email, ...secret, ...token });
    // 422: the password was right and the second factor follows.
    if (answer.kind === "done" || (answer.kind === "error" && answer.status === 422))
      rememberLastUsed(method.key);
    if (answer.kind !== "flow" || password.current === null) return;
    password.current.value = "";
    password.current.focus();
  };

  return {
    password,
    email,
    setEmail,
    step,
    isAddressFixed,
    // Which address it is can be said while another one has to wait.
    isBusy: (handle.isBusy && !(handle.isHeld && step === "email")) || isLooking,
    lastUsed,
    current,
    methods,
    others: methods.filter((method) => method !== current),
    changeAddress: () => {
      handle.release();
      setStep("email");
      setChosen(undefined);
    },
    /** An outside login starts at once, the others show their fields. */
    pick: (method: LoginMethod) => ("providerId" in method ? void signIn(method) : setChosen(method.key)),
    proceed: () => void (step === "email" || current === undefined ? lookUp() : signIn(current)),
  };
}

/** Kratos can be set to ask for the address in a step of its own; it then answers with the next form. */
function asksAddressFirst(flow: Flow): boolean {
  return hasGroup(flow, "identifier_first") && findInput(flow, "password") === undefined;
}

function isAddress(text: string): boolean {
  return /^[^@\s]+@[^@\s]+$/.test(text);
}
