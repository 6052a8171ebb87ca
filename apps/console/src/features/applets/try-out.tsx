// An address or a sample event against the applet as it stands in the editor; nothing happens for real.
import { CodeEditor } from "@parley/ui/code-editor";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "urql";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf, VariablesOf } from "../../generated/graphql.ts";
import classes from "./applets.module.css";

const tryQuery = graphql(`
  query TryAppletInstance(
    $projectEnvironmentConfigId: ID!
    $appletVersionId: ID!
    $options: JSON
    $triggers: [AppletStepInput!]!
    $actions: [AppletStepInput!]!
    $condition: AppletConditionInput
    $url: String
    $event: JSON
  ) {
    tryAppletInstance(
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      appletVersionId: $appletVersionId
      options: $options
      triggers: $triggers
      actions: $actions
      condition: $condition
      url: $url
      event: $event
    ) {
      wouldRun
      conditionHolds
      condition
      problems {
        field
        message
      }
      triggers {
        name
        matches
        reason
      }
      actions {
        name
        runsOn
        input
      }
    }
  }
`);

type Draft = Omit<VariablesOf<typeof tryQuery>, "projectEnvironmentConfigId" | "url" | "event">;
type Outcome = ResultOf<typeof tryQuery>["tryAppletInstance"];

export function TryOut({ environmentConfigId, draft }: { environmentConfigId: string; draft: () => Draft }) {
  const { t } = useTranslation("applets");
  const client = useClient();
  const [url, setUrl] = useState("https://www.example.org/");
  const [event, setEvent] = useState("");
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<{ message: string }>();
  const run = async () => {
    setFailure(undefined);
    try {
      const sample: unknown = event.trim() === "" ? null : JSON.parse(event);
      const variables = {
        ...draft(),
        projectEnvironmentConfigId: environmentConfigId,
        url: url || null,
        event: sample,
      };
      const answer = await client.query(tryQuery, variables, { requestPolicy: "network-only" }).toPromise();
      if (answer.error)
        setFailure({ message: answer.error.graphQLErrors[0]?.message ?? answer.error.message });
      setOutcome(answer.data?.tryAppletInstance);
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <aside className={classes["clause"]} aria-label={t("try.title")}>
      <h2 className={classes["word"]}>{t("try.title")}</h2>
      <p className={classes["muted"]}>{t("try.hint")}</p>
      <TextInput label={t("try.url")} value={url} onChange={(change) => setUrl(change.currentTarget.value)} />
      <CodeEditor label={t("try.event")} language="json" height={90} value={event} onChange={setEvent} />
      <Button variant="default" onClick={() => void run()}>
        {t("try.action")}
      </Button>
      {failure && <ErrorState error={failure} isInline />}
      {outcome && (
        <div aria-live="polite">
          <StatusBadge
            tone={outcome.wouldRun ? "good" : "neutral"}
            label={outcome.wouldRun ? t("try.runs") : t("try.silent")}
          />
          <ul>
            {outcome.problems.map((problem) => (
              <li key={problem.field}>
                <code>{problem.field}</code> {problem.message}
              </li>
            ))}
            {outcome.triggers.map((trigger, index) => (
              <li key={`${trigger.name} ${index}`}>
                {trigger.name}: {trigger.reason}
              </li>
            ))}
            <li>{outcome.conditionHolds ? t("try.holds") : t("try.fails")}</li>
            {outcome.actions.map((action, index) => (
              <li key={`${action.name} ${index}`}>
                {t("try.wouldDo", { name: action.name, where: action.runsOn })}
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
}
