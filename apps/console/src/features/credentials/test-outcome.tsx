import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import type { Credential } from "./documents.ts";

/** How the last call with the credential went. */
export function TestOutcome({ credential }: { credential: Credential }) {
  const { t } = useTranslation("credentials");
  if (credential.llmProvider.kind === "PARLEY_PASSAGES")
    return <StatusBadge tone="good" label={t("builtIn")} />;
  if (!credential.testedAt) return <StatusBadge tone="neutral" label={t("untested")} />;
  return (
    <span>
      <StatusBadge
        tone={credential.testError ? "bad" : "good"}
        label={credential.testError ? t("failed") : t("ok")}
      />{" "}
      <RelativeTime at={credential.testedAt} />
    </span>
  );
}
