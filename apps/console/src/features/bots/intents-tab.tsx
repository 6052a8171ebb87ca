// Intents of a version: one utterance a line, new ones by name or from a file.
import type { VersionData } from "@parley/bot-data/version";
import { intentPath } from "@parley/bot-data/files";
import { EmptyState } from "@parley/ui/empty-state";
import { FileDrop } from "@parley/ui/file-drop";
import { notify } from "@parley/ui/notifications";
import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { FileEditor } from "./file-editor.tsx";
import { NameList } from "./name-list.tsx";
import { useFileChanges } from "./version-files.ts";
import classes from "./bots.module.css";

const importMutation = graphql(`
  mutation ImportIntents($projectId: ID!, $versionId: ID!, $format: IntentFormat!, $content: String!) {
    importIntents(projectId: $projectId, versionId: $versionId, format: $format, content: $content) {
      data
      messages
    }
  }
`);

export function IntentsTab({ version }: { version: VersionData }) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const [chosen, setChosen] = useUrlParam("file", "");
  const [name, setName] = useState("");
  const changes = useFileChanges();
  const [bring] = useChange(importMutation);
  const intents = version.files
    .filter((file) => file.filePath.startsWith("intents/"))
    .map((file) => ({ id: file.filePath, label: file.filePath.slice("intents/".length, -".txt".length) }));
  const open = intents.some((intent) => intent.id === chosen) ? chosen : intents[0]?.id;

  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  const add = () =>
    attempt(async () => {
      const path = intentPath(name.trim());
      await changes.put([{ filePath: path, content: `# ${t("intents.firstLine")}\n`, basedOnSha256: null }]);
      setName("");
      setChosen(path);
    });
  const importFile = ([file]: File[]) =>
    attempt(async () => {
      if (!file) return;
      const format = file.name.endsWith(".csv") ? "CSV" : "RASA_YAML";
      const answer = await bring({ projectId, versionId: version.id, format, content: await file.text() });
      const problems = answer.importIntents.messages as { line: number; message: string }[];
      for (const problem of problems.slice(0, 3)) {
        notify({
          tone: "bad",
          message: t("intents.importProblem", { line: problem.line, message: problem.message }),
        });
      }
    });

  return (
    <div className={classes["columns"]}>
      <div>
        <NameList names={intents} value={open} label={t("tabs.intents")} onChoose={setChosen} />
        {!version.isLocked && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void add();
            }}
          >
            <Group gap={6} mt="sm" wrap="nowrap">
              <TextInput
                aria-label={t("intents.newName")}
                placeholder={t("intents.newName")}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
              <Button type="submit" variant="default" disabled={name.trim() === ""}>
                {t("add")}
              </Button>
            </Group>
          </form>
        )}
        {!version.isLocked && (
          <div style={{ marginTop: 12 }}>
            <FileDrop
              label={t("intents.import")}
              hint={t("intents.importHint")}
              accept=".csv,.yml,.yaml"
              onFiles={(files) => void importFile(files)}
            />
          </div>
        )}
      </div>
      {open ? (
        <FileEditor key={open} version={version} filePath={open} onRemoved={() => setChosen("")} />
      ) : (
        <EmptyState title={t("intents.none")} hint={t("intents.noneHint")} />
      )}
    </div>
  );
}
