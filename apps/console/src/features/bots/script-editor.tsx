import { scriptProblems } from "@parley/bot-data/quality";
import type { VersionData } from "@parley/bot-data/version";
import { CodeEditor } from "@parley/ui/code-editor";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Button, Group } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { ScriptTryout } from "./script-tryout.tsx";
import { useEditedFile } from "./use-edited-file.ts";
import classes from "./bots.module.css";
import editorClasses from "./editors.module.css";

const checkQuery = graphql(`
  query CheckScript($projectId: ID!, $versionId: ID!, $code: String!) {
    checkScript(projectId: $projectId, versionId: $versionId, code: $code) {
      data
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteScriptById($projectId: ID!, $scriptId: ID!, $versionId: ID!) {
    deleteScriptById(projectId: $projectId, scriptId: $scriptId, versionId: $versionId)
  }
`);

type Props = {
  version: VersionData;
  filePath: string;
  /** Where a link led to. */
  line: number | undefined;
  onRemoved: () => void;
};

export function ScriptEditor({ version, filePath, line, onRemoved }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const name = filePath.slice("scripts/".length);
  const { isLoaded, error, reload, content: code, edit, unsaved } = useEditedFile(filePath, name);
  const [remove] = useChange(deleteMutation);
  const [isRemoving, setIsRemoving] = useState(false);
  const problems = useScriptProblems(version.id, code);
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!isLoaded) return <p className={classes["muted"]}>{t("files.loading")}</p>;
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <h2 className={classes["heading"]}>{name}</h2>
        {!version.isLocked && (
          <Button size="xs" variant="default" onClick={() => setIsRemoving(true)}>
            {t("delete")}
          </Button>
        )}
      </Group>
      <CodeEditor
        label={filePath}
        language="javascript"
        value={code}
        isReadOnly={version.isLocked}
        problems={problems}
        line={line}
        height={320}
        onChange={edit}
      />
      <ul className={editorClasses["scriptProblems"]} aria-label={t("tabs.problems")} aria-live="polite">
        {problems.map((problem) => (
          <li key={`${problem.line}:${problem.column} ${problem.message}`}>
            {t("script.problem", { line: problem.line, message: problem.message })}
          </li>
        ))}
      </ul>
      <ScriptTryout version={version} code={code} />
      <StickySaveBar {...unsaved} />
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={t("deleteTitle", { name })}
        confirmLabel={t("delete")}
        onConfirm={async () => {
          await remove({ projectId, scriptId: name, versionId: version.id });
          setIsRemoving(false);
          onRemoved();
        }}
      />
    </div>
  );
}

const none: { line: number; column: number; message: string }[] = [];

/** As the sandbox would say, half a second after the last key. */
function useScriptProblems(versionId: string, code: string) {
  const { projectId = "" } = useParams();
  const [asked] = useDebouncedValue(code, 500);
  const { data } = useData(
    checkQuery,
    { projectId, versionId, code: asked },
    { isPaused: asked === "" || asked.length > 100_000, policy: "cache-first" },
  );
  return useMemo(() => {
    if (!data || asked !== code) return none;
    return scriptProblems.parse(data.checkScript.data);
  }, [data, asked, code]);
}
