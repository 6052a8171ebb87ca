// All files of a version as text, the configuration also from a file.
import type { VersionData } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { FileDrop } from "@parley/ui/file-drop";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { attempt } from "./attempt.ts";
import { useFilePlace } from "./file-place.ts";
import { FileEditor } from "./file-editor.tsx";
import { NameList } from "./name-list.tsx";
import { NewName } from "./new-name.tsx";
import { useFileChanges } from "./version-files.ts";
import classes from "./bots.module.css";

const configMutation = graphql(`
  mutation PostVersionsConfig($projectId: ID!, $versionId: ID!, $configFile: Upload!) {
    postVersionsConfig(projectId: $projectId, versionId: $versionId, configFile: $configFile) {
      data
    }
  }
`);

export function FilesTab({ version }: { version: VersionData }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const changes = useFileChanges();
  const [postConfig] = useChange(configMutation);
  const names = version.files.map((file) => ({ id: file.filePath, label: file.filePath }));
  const { file, line, open } = useFilePlace(names);
  return (
    <div className={classes["columns"]}>
      <div>
        <NameList names={names} value={file} label={t("tabs.files")} onChoose={open} />
        {!version.isLocked && (
          <>
            <NewName
              label={t("newFile.files")}
              onAdd={async (path) => {
                const content = path === "flow.json" ? '{ "nodes": [] }\n' : "";
                await changes.put([{ filePath: path, content, basedOnSha256: null }]);
                open(path);
              }}
            />
            <div className={classes["aside"]}>
              <FileDrop
                label={t("files.uploadConfig")}
                hint={t("files.uploadConfigHint")}
                accept=".json"
                onFiles={([configFile]) =>
                  void attempt(async () => {
                    if (!configFile) return;
                    await postConfig({ projectId, versionId: version.id, configFile });
                    open("config.json");
                  })
                }
              />
            </div>
          </>
        )}
      </div>
      {file ? (
        <FileEditor key={file} version={version} filePath={file} line={line} onRemoved={() => open("")} />
      ) : (
        <EmptyState title={t("none.files")} hint={t("noneHint.files")} />
      )}
    </div>
  );
}
