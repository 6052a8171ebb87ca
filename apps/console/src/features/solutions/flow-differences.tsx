// What differs between the flows of two versions, in words.
import { diffFlows } from "@parley/flow";
import { ErrorState } from "@parley/ui/error-state";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChangeList } from "../../shared/flow/change-list.tsx";
import { loadNodes } from "../../shared/flow/stored-nodes.ts";
import type { SavedNode } from "../../shared/flow/stored-nodes.ts";
import classes from "./solutions.module.css";

interface Flows {
  readonly key: string;
  readonly nodes?: readonly (readonly SavedNode[])[];
  readonly error?: Error;
}

export function FlowDifferences({ before, after }: { before: string; after: string }) {
  const { t } = useTranslation("solutions");
  const key = `${before} ${after}`;
  const [flows, setFlows] = useState<Flows>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    Promise.all([before, after].map(loadNodes)).then(
      (nodes) => isCurrent && setFlows({ key, nodes }),
      (reason: unknown) =>
        isCurrent && setFlows({ key, error: reason instanceof Error ? reason : new Error(String(reason)) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [before, after, key, attempt]);
  const shown = flows?.key === key ? flows : undefined;
  const diff = useMemo(() => {
    const [one, other] = (shown?.nodes ?? []).map((saved) => ({ nodes: saved.map(({ node }) => node) }));
    return one && other ? diffFlows(one, other) : null;
  }, [shown]);
  return (
    <section aria-label={t("flowDifferences")} aria-busy={!shown}>
      <h4 className={classes["smallHeading"]}>{t("flowDifferences")}</h4>
      {shown?.error && <ErrorState error={shown.error} onRetry={() => setAttempt(attempt + 1)} isInline />}
      {diff && <ChangeList diff={diff} />}
    </section>
  );
}
