// Entities, scripts, or all files of a version, each in the editor.
import type { VersionData } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { notify } from "@parley/ui/notifications";
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { FileEditor } from "./file-editor.tsx";
import { NameList } from "./name-list.tsx";
import { ScriptTryout } from "./script-tryout.tsx";
import { useFileChanges } from "./version-files.ts";
import classes from "./bots.module.css";

const kinds = {
  entities: {
    folder: "entities/",
    ending: ".json",
    content: `${JSON.stringify({ type: "enumeration", values: [{ value: "example", synonyms: ["sample"] }] }, null, 2)}\n`,
  },
  scripts: { folder: "scripts/", ending: ".js", content: 'say("Hello " + (get("name") ?? "there"));\n' },
  files: { folder: "", ending: "", content: "" },
} as const;

export function FilesTab({ version, kind }: { version: VersionData; kind: keyof typeof kinds }) {
  const { t } = useTranslation("bots");
  const { folder, ending, content } = kinds[kind];
  const [chosen, setChosen] = useUrlParam("file", "");
  const [name, setName] = useState("");
  const changes = useFileChanges();
  const names = version.files
    .filter((file) => file.filePath.startsWith(folder))
    .map((file) => ({ id: file.filePath, label: file.filePath.slice(folder.length) }));
  const open = names.some((entry) => entry.id === chosen) ? chosen : names[0]?.id;
  const add = async () => {
    const path = `${folder}${name.trim()}${name.endsWith(ending) ? "" : ending}`;
    try {
      await changes.put([
        {
          filePath: path,
          content: path === "flow.json" ? '{ "nodes": [] }\n' : content,
          basedOnSha256: null,
        },
      ]);
      setName("");
      setChosen(path);
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <div className={classes["columns"]}>
      <div>
        <NameList names={names} value={open} label={t(`tabs.${kind}`)} onChoose={setChosen} />
        {!version.isLocked && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void add();
            }}
          >
            <Group gap={6} mt="sm" wrap="nowrap">
              <TextInput
                aria-label={t(`newFile.${kind}`)}
                placeholder={t(`newFile.${kind}`)}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" disabled={name.trim() === ""}>
                {t("add")}
              </Button>
            </Group>
          </form>
        )}
      </div>
      {open ? (
        <div>
          <FileEditor key={open} version={version} filePath={open} onRemoved={() => setChosen("")} />
          {kind === "scripts" && <ScriptTryout key={`try ${open}`} version={version} filePath={open} />}
        </div>
      ) : (
        <EmptyState title={t(`none.${kind}`)} hint={t(`noneHint.${kind}`)} />
      )}
    </div>
  );
}
