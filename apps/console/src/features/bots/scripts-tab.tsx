// Scripts of a version: written here or dropped as files, checked while they are written, tried before they are saved.
import { scriptPath } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { FileDrop } from "@parley/ui/file-drop";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { attempt } from "./attempt.ts";
import { useFilePlace } from "./file-place.ts";
import { NameList } from "./name-list.tsx";
import { NewName } from "./new-name.tsx";
import { ScriptEditor } from "./script-editor.tsx";
import { useFileChanges } from "./version-files.ts";
import classes from "./bots.module.css";
import editorClasses from "./editors.module.css";

const uploadMutation = graphql(`
  mutation PostVersionsScript($projectId: ID!, $versionId: ID!, $scriptFile: [Upload!]!) {
    postVersionsScript(projectId: $projectId, versionId: $versionId, scriptFile: $scriptFile) {
      data
    }
  }
`);

const firstScript = 'say("Hello " + (get("name") ?? "there"));\n';

export function ScriptsTab({ version, onChanged }: { version: VersionData; onChanged: () => void }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const changes = useFileChanges();
  const [upload] = useChange(uploadMutation);
  const names = version.files
    .filter((file) => file.filePath.startsWith("scripts/"))
    .map((file) => ({ id: file.filePath, label: file.filePath.slice("scripts/".length) }));
  const { file, line, open } = useFilePlace(names);
  return (
    <div className={classes["columns"]}>
      <div>
        <NameList names={names} value={file} label={t("tabs.scripts")} onChoose={open} />
        {!version.isLocked && (
          <>
            <NewName
              label={t("newFile.scripts")}
              onAdd={async (name) => {
                const path = scriptPath(name.endsWith(".js") ? name : `${name}.js`);
                await changes.put([{ filePath: path, content: firstScript, basedOnSha256: null }]);
                open(path);
              }}
            />
            <div className={classes["aside"]}>
              <FileDrop
                label={t("script.upload")}
                hint={t("script.uploadHint")}
                accept=".js"
                isMultiple
                onFiles={(scriptFile) =>
                  void attempt(async () => {
                    await upload({ projectId, versionId: version.id, scriptFile });
                    open(scriptPath(scriptFile[0]?.name ?? ""));
                  })
                }
              />
            </div>
          </>
        )}
        <details className={classes["aside"]}>
          <summary>{t("script.help")}</summary>
          <dl className={editorClasses["api"]}>
            {(["input", "say", "get", "set", "http", "now", "log", "return"] as const).map((name) => (
              <div key={name}>
                <dt>
                  <code>{t(`script.api.${name}.call`)}</code>
                </dt>
                <dd>{t(`script.api.${name}.does`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
      {file ? (
        <ScriptEditor
          key={file}
          version={version}
          filePath={file}
          line={line}
          onRemoved={() => {
            open("");
            onChanged();
          }}
        />
      ) : (
        <EmptyState title={t("none.scripts")} hint={t("noneHint.scripts")} />
      )}
    </div>
  );
}
