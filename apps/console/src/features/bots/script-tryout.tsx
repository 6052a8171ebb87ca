// Runs the saved script in the sandbox with an input, without a conversation.
import type { VersionData } from "@parley/bot-data/version";
import { CodeEditor } from "@parley/ui/code-editor";
import { ErrorState } from "@parley/ui/error-state";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useVersionFile } from "./version-files.ts";
import classes from "./bots.module.css";

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

export function ScriptTryout({ version, filePath }: { version: VersionData; filePath: string }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const { file } = useVersionFile(filePath);
  const [variables, setVariables] = useState('{ "name": "Ada" }');
  const [run, { isBusy }] = useChange(runMutation);
  const [result, setResult] = useState<unknown>();
  const [failure, setFailure] = useState<{ message: string }>();
  const tryIt = async () => {
    setFailure(undefined);
    try {
      const given: unknown = JSON.parse(variables);
      const answer = await run({
        projectId,
        versionId: version.id,
        code: file?.content ?? "",
        input: null,
        variables: given,
      });
      setResult(answer.runScriptOnce.data);
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <section className={classes["section"]}>
      <h2 className={classes["heading"]}>{t("script.try")}</h2>
      <CodeEditor
        label={t("script.variables")}
        language="json"
        value={variables}
        height={90}
        onChange={setVariables}
      />
      <div>
        <Button variant="default" loading={isBusy} disabled={!file} onClick={() => void tryIt()}>
          {t("script.run")}
        </Button>
      </div>
      {failure && <ErrorState error={failure} isInline />}
      {result !== undefined && (
        <CodeEditor
          label={t("script.result")}
          language="json"
          value={JSON.stringify(result, null, 2)}
          height={200}
          isReadOnly
        />
      )}
    </section>
  );
}
