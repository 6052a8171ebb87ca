// Where the provider sends a browser when something failed during a full-page navigation.
import type { StoredError } from "@parley/identity-client";
import { useEffect, useState } from "react";
import { Shell } from "../parts/shell.tsx";
import { screenUrl, usePage } from "../page.ts";

export function ErrorScreen() {
  const page = usePage();
  const [sentence, setSentence] = useState<string>();
  const id = page.query.get("id");
  useEffect(() => {
    if (id === null) return;
    void page.identity.getError(id).then((answer) => {
      if (answer.kind === "ok") setSentence(describe(answer.body));
    });
  }, [page, id]);
  return (
    <Shell title="That did not work">
      <div className="stack">
        <p className="notice notice-error" role="alert">
          {sentence ??
            "Signing in was interrupted and nothing was changed. Start again from the sign-in page."}
        </p>
        <a className="button button-primary" href={screenUrl(page, "/")}>
          Back to sign in
        </a>
      </div>
    </Shell>
  );
}

function describe({ error }: StoredError): string | undefined {
  const text = [error["reason"], error["message"]].find((value) => typeof value === "string" && value !== "");
  if (typeof text !== "string") return undefined;
  return `${text.replace(/\.*$/, ".")} Start again from the sign-in page.`;
}
