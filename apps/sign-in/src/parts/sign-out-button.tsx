import { logOut } from "@parley/identity-client";
import { useState } from "react";
import { browserEffects } from "../outcome/apply-outcome.ts";
import { screenUrl, usePage } from "../page.ts";

/** Ends the session and comes back to the first step, with return_to kept. */
export function SignOutButton({ label }: { label: string }) {
  const page = usePage();
  const [isBusy, setIsBusy] = useState(false);
  const leave = () => {
    setIsBusy(true);
    void logOut({
      identity: page.identity,
      target: new URL(screenUrl(page, "/"), window.location.origin).href,
      redirect: browserEffects.assign,
      report: (message, detail) => console.error(message, detail),
    });
  };
  return (
    <button type="button" className="link" disabled={isBusy} onClick={leave}>
      {label}
    </button>
  );
}
