// Runs the script as it is written now in the sandbox, without a conversation.
import { scriptResult, type ScriptResultData } from "@parley/bot-data/quality";
import type { VersionData } from "@parley/bot-data/version";
import { CodeEditor } from "@parley/ui/code-editor";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import classes from "./bots.module.css";
import editorClasses from "./editors.module.css";

const runMutation = graphql(`
  mutation RunScriptOnce($projectId: ID!, $versionId: ID!, $code: String!, $input: JSON, $variables: JSON) {
    runScriptOnce(
      projectId: $projectId
      versionId: $versionId
      code: $code
      input: $input
      variables: $variables
    ) {
      data
    }
  }
`);

export function ScriptTryout({ version, code }: { version: VersionData; code: string }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const [variables, setVariables] = useState('{ "name": "Ada" }');
  const [input, setInput] = useState("null");
  const [run, { isBusy }] = useChange(runMutation);
  const [result, setResult] = useState<ScriptResultData>();
  const [failure, setFailure] = useState<{ message: string }>();
  const tryIt = async () => {
    setFailure(undefined);
    setResult(undefined);
    try {
      const given = { variables: json(variables), input: json(input) };
      const answer = await run({ projectId, versionId: version.id, code, ...given });
      setResult(scriptResult.parse(answer.runScriptOnce.data));
    } catch (error) {
      setFailure({
        message:
          error instanceof SyntaxError
            ? t("script.notJson")
            : error instanceof Error
              ? error.message
              : String(error),
      });
    }
  };
  return (
    <section className={classes["section"]} aria-label={t("script.try")}>
      <h3 className={classes["subheading"]}>{t("script.try")}</h3>
      <div className={editorClasses["pair"]}>
        <div>
          <span className={classes["muted"]}>{t("script.variables")}</span>
          <CodeEditor
            label={t("script.variables")}
            language="json"
            value={variables}
            height={90}
            onChange={setVariables}
          />
        </div>
        <div>
          <span className={classes["muted"]}>{t("script.input")}</span>
          <CodeEditor
            label={t("script.input")}
            language="json"
            value={input}
            height={90}
            onChange={setInput}
          />
        </div>
      </div>
      <div>
        <Button variant="default" loading={isBusy} disabled={code.trim() === ""} onClick={() => void tryIt()}>
          {t("script.run")}
        </Button>
      </div>
      {failure && <ErrorState error={failure} isInline />}
      {result && <Result result={result} />}
    </section>
  );
}

function Result({ result }: { result: ScriptResultData }) {
  const { t } = useTranslation("bots");
  const { error } = result;
  return (
    <div className={editorClasses["scriptResult"]} aria-live="polite">
      <StatusBadge
        tone={error ? "bad" : "good"}
        label={t(error ? "script.failed" : "script.ran", { ms: result.durationMs })}
      />
      {error && (
        <p>
          {error.line === undefined
            ? error.message
            : t("script.problem", { line: error.line, message: error.message })}
        </p>
      )}
      {result.said.map((text, index) => (
        // Said in this order, perhaps twice the same.
        // oxlint-disable-next-line react/no-array-index-key
        <p key={index} className={editorClasses["said"]}>
          {text}
        </p>
      ))}
      <dl className={classes["facts"]}>
        {!error && (
          <>
            <dt>{t("script.output")}</dt>
            <dd>
              <code>{JSON.stringify(result.output)}</code>
            </dd>
          </>
        )}
        {Object.entries(result.variables).map(([name, value]) => (
          <FactRow key={name} name={name} value={value} />
        ))}
        {result.logs.length > 0 && (
          <>
            <dt>{t("script.logs")}</dt>
            <dd>
              <pre>{result.logs.join("\n")}</pre>
            </dd>
          </>
        )}
      </dl>
    </div>
  );
}

function FactRow({ name, value }: { name: string; value: unknown }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <code>{JSON.stringify(value)}</code>
      </dd>
    </>
  );
}

function json(text: string): unknown {
  return text.trim() === "" ? null : JSON.parse(text);
}
