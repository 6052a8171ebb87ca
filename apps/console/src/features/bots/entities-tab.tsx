import { entityPath } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { useTranslation } from "react-i18next";
import { EntityEditor } from "./entity-editor.tsx";
import { entityNameOf, entityText } from "./entity-drafts.ts";
import { useFilePlace } from "./file-place.ts";
import { NameList } from "./name-list.tsx";
import { NewName } from "./new-name.tsx";
import { useFileChanges } from "./version-files.ts";
import classes from "./bots.module.css";

export function EntitiesTab({ version }: { version: VersionData }) {
  const { t } = useTranslation("bots");
  const changes = useFileChanges();
  const names = version.files
    .filter((file) => file.filePath.startsWith("entities/"))
    .map((file) => ({ id: file.filePath, label: entityNameOf(file.filePath) }));
  const { file, open } = useFilePlace(names);
  return (
    <div className={classes["columns"]}>
      <div>
        <NameList names={names} value={file} label={t("tabs.entities")} onChoose={open} />
        {!version.isLocked && (
          <NewName
            label={t("newFile.entities")}
            onAdd={async (name) => {
              const content = entityText({ type: "enumeration", values: [] });
              await changes.put([{ filePath: entityPath(name), content, basedOnSha256: null }]);
              open(entityPath(name));
            }}
          />
        )}
      </div>
      {file ? (
        <EntityEditor key={file} version={version} filePath={file} onRemoved={() => open("")} />
      ) : (
        <EmptyState title={t("none.entities")} hint={t("noneHint.entities")} />
      )}
    </div>
  );
}
