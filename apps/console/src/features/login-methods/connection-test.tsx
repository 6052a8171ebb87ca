// Test sign-in with what is typed, saved or not, and what the other side said about the person.
import { Button } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataError } from "../../lib/graphql/errors.ts";
import type { ConnectionInput } from "./connection-draft.ts";
import { type TestOutcome, useConnectionTest } from "./use-connection-test.ts";
import classes from "./login-methods.module.css";

type Props = {
  accountId: string;
  /** What is typed; undefined after showing what is missing. */
  draft: () => ConnectionInput | undefined;
  onRefused: (reason: unknown) => void;
  isDisabled: boolean;
};

export function ConnectionTest({ accountId, draft, onRefused, isDisabled }: Props) {
  const { t } = useTranslation("login-methods");
  const { start, isWaiting, url, outcome, forget } = useConnectionTest(accountId);
  const [isStarting, setIsStarting] = useState(false);
  const [problem, setProblem] = useState("");
  const run = async () => {
    const connection = draft();
    if (!connection) return;
    setIsStarting(true);
    setProblem("");
    await start(connection).catch((reason: unknown) => {
      if (reason instanceof DataError && reason.fields.every(({ field }) => field === undefined))
        setProblem(reason.message);
      else onRefused(reason);
    });
    setIsStarting(false);
  };
  return (
    <section className={classes["section"]} aria-label={t("test.title")}>
      <h3>{t("test.title")}</h3>
      <p className={classes["hint"]}>{t("test.hint")}</p>
      <div className={classes["testActions"]}>
        <Button
          variant="default"
          size="xs"
          loading={isStarting}
          disabled={isDisabled}
          onClick={() => void run()}
        >
          {t(outcome ? "test.again" : "test.button")}
        </Button>
        {isWaiting && (
          <>
            <StatusBadge tone="busy" label={t("test.waiting")} />
            <a href={url} target="_blank" rel="noreferrer">
              {t("test.open")}
            </a>
            <Button variant="subtle" size="xs" onClick={forget}>
              {t("test.stop")}
            </Button>
          </>
        )}
      </div>
      {problem && <ErrorState error={{ message: problem }} isInline />}
      <div role="status">{outcome && <Outcome outcome={outcome} />}</div>
    </section>
  );
}

function Outcome({ outcome }: { outcome: TestOutcome }) {
  const { t } = useTranslation("login-methods");
  if (outcome.state === "FAILED") {
    return (
      <div className={classes["outcome"]}>
        <StatusBadge tone="bad" label={t("test.failed")} />
        <p>{outcome.reason}</p>
      </div>
    );
  }
  const effect = outcome.effect ?? "UNKNOWN_PERSON";
  const name = [outcome.firstName, outcome.lastName].filter(Boolean).join(" ");
  const read = [
    ["subject", outcome.subject],
    ["email", outcome.email],
    ["name", name],
  ] as const;
  return (
    <div className={classes["outcome"]}>
      <StatusBadge tone={effect === "SIGNS_IN" ? "good" : "warning"} label={t("test.worked")} />
      <p>{t(`test.effect.${effect}`, { name: outcome.personName ?? "", email: outcome.email ?? "" })}</p>
      <dl className={classes["claims"]}>
        {read.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`test.read.${key}`)}</dt>
            <dd>{value || t("test.nothing")}</dd>
          </div>
        ))}
      </dl>
      <details className={classes["import"]} open>
        <summary>{t("test.claims")}</summary>
        <dl className={classes["claims"]}>
          {Object.entries(Object(outcome.claims)).map(([key, value]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{textOf(key, value)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

const times = new Set(["iat", "exp", "nbf", "auth_time", "updated_at"]);

function textOf(key: string, value: unknown): string {
  if (typeof value === "number" && times.has(key)) return new Date(value * 1000).toLocaleString();
  if (Array.isArray(value)) return value.map((part) => textOf("", part)).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}
