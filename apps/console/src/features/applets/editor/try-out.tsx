// An address or a sample event against the applet as it stands in the editor; nothing happens for real.
import { CodeEditor } from "@parley/ui/code-editor";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useClient } from "urql";
import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf, VariablesOf } from "../../../generated/graphql.ts";
import { ConditionOutcome } from "../condition/explanation.tsx";
import { Fields } from "../fields.tsx";
import classes from "../applets.module.css";

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
type Props = {
  environmentConfigId: string;
  firstUrl: string | undefined;
  /** What the applet's first trigger waits for, as an example. */
  sample: string;
  draft: () => Draft;
};

export function TryOut({ environmentConfigId, firstUrl, sample, draft }: Props) {
  const { t } = useTranslation("applets");
  const client = useClient();
  const [typedUrl, setUrl] = useState<string>();
  const [typedEvent, setEvent] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<{ message: string }>();
  const [isBusy, setIsBusy] = useState(false);
  const url = typedUrl ?? firstUrl ?? "https://www.example.org/";
  const event = typedEvent ?? sample;
  const run = async () => {
    setFailure(undefined);
    setIsBusy(true);
    try {
      const variables = {
        ...draft(),
        projectEnvironmentConfigId: environmentConfigId,
        url: url || null,
        event: event.trim() === "" ? null : eventIn(event, t("try.badEvent")),
      };
      const answer = await client.query(tryQuery, variables, { requestPolicy: "network-only" }).toPromise();
      if (answer.error)
        setFailure({ message: answer.error.graphQLErrors[0]?.message ?? answer.error.message });
      setOutcome(answer.data?.tryAppletInstance);
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <aside className={classes["try"]} aria-label={t("try.title")}>
      <h2 className={classes["word"]}>{t("try.title")}</h2>
      <p className={classes["muted"]}>{t("try.hint")}</p>
      <TextInput label={t("try.url")} value={url} onChange={(change) => setUrl(change.currentTarget.value)} />
      <div>
        <p className={classes["small"]}>{t("try.event")}</p>
        <CodeEditor label={t("try.event")} language="json" height={110} value={event} onChange={setEvent} />
        <p className={classes["muted"]}>{t("try.eventHint")}</p>
      </div>
      <Button variant="default" loading={isBusy} onClick={() => void run()}>
        {t("try.action")}
      </Button>
      {failure && <ErrorState error={failure} isInline />}
      {outcome && <TryOutcome outcome={outcome} />}
    </aside>
  );
}

function TryOutcome({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation("applets");
  return (
    <div aria-live="polite" className={classes["section"]}>
      <div>
        <StatusBadge
          tone={outcome.wouldRun ? "good" : "neutral"}
          label={outcome.wouldRun ? t("try.runs") : t("try.silent")}
        />
      </div>
      {outcome.problems.length > 0 && (
        <ul className={classes["problems"]}>
          {outcome.problems.map((problem) => (
            <li key={`${problem.field} ${problem.message}`}>
              <code>{problem.field}</code> {problem.message}
            </li>
          ))}
        </ul>
      )}
      {outcome.triggers.length > 0 && <h3 className={classes["small"]}>{t("when")}</h3>}
      <ul className={classes["reasons"]}>
        {outcome.triggers.map((trigger, index) => (
          <li key={`${trigger.name} ${index}`}>
            <strong>{trigger.name}:</strong> {trigger.reason}
          </li>
        ))}
      </ul>
      <h3 className={classes["small"]}>{t("if")}</h3>
      <ConditionOutcome value={outcome.condition} />
      {outcome.actions.length > 0 && <h3 className={classes["small"]}>{t("then")}</h3>}
      {outcome.actions.map((action, index) => (
        <details key={`${action.name} ${index}`}>
          <summary>
            {t(outcome.wouldRun ? "try.wouldDo" : "try.wouldNotDo", {
              name: action.name,
              where: action.runsOn,
            })}
          </summary>
          <Fields value={action.input} />
        </details>
      ))}
    </div>
  );
}

function eventIn(text: string, problem: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Error(problem);
  }
}
