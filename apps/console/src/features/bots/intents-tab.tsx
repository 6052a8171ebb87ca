// Intents of a version: new ones by name or from a file; all of them as a file.
import { intentNameOf, intentPath } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { FileDrop } from "@parley/ui/file-drop";
import { notify } from "@parley/ui/notifications";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { attempt } from "./attempt.ts";
import { useFilePlace } from "./file-place.ts";
import { IntentEditor } from "./intent-editor.tsx";
import { NameList } from "./name-list.tsx";
import { NewName } from "./new-name.tsx";
import { useExports } from "./use-exports.ts";
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

const importResult = z.object({ read: z.object({ intents: z.number(), phrases: z.number() }) });
const importProblems = z.array(z.object({ line: z.number(), severity: z.string(), message: z.string() }));

type Props = {
  version: VersionData;
  /** The bot answers intents by itself. */
  hasAnswers: boolean;
};

export function IntentsTab({ version, hasAnswers }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const changes = useFileChanges();
  const exports = useExports(version.id);
  const [made, setMade] = useState<string>();
  const [bring] = useChange(importMutation);
  const intents = version.files.flatMap((file) => {
    const label = intentNameOf(file.filePath);
    return label === undefined ? [] : [{ id: file.filePath, label }];
  });
  const { file, line, open } = useFilePlace(intents);

  const importFile = ([file]: File[]) =>
    attempt(async () => {
      if (!file) return;
      const format = file.name.toLowerCase().endsWith(".csv") ? "CSV" : "RASA_YAML";
      const answer = await bring({ projectId, versionId: version.id, format, content: await file.text() });
      const problems = importProblems.parse(answer.importIntents.messages);
      for (const { line, message } of problems.slice(0, 3))
        notify({ tone: "bad", message: t("intents.importProblem", { line, message }) });
      if (problems.length > 3)
        notify({ tone: "bad", message: t("intents.moreProblems", { count: problems.length - 3 }) });
      if (!answer.importIntents.data) return;
      const { read } = importResult.parse(answer.importIntents.data);
      notify({
        tone: "good",
        message: t("intents.imported", {
          name: file.name,
          phrases: t("intents.phrases", { count: read.phrases }),
          intents: t("intents.inIntents", { count: read.intents }),
        }),
      });
    });

  return (
    <div className={classes["columns"]}>
      <div>
        <NameList names={intents} value={file} label={t("tabs.intents")} onChoose={open} />
        {!version.isLocked && (
          <>
            <NewName
              label={t("intents.newName")}
              onAdd={async (name) => {
                const path = intentPath(name);
                await changes.put([{ filePath: path, content: "", basedOnSha256: null }]);
                setMade(path);
                open(path);
              }}
            />
            <div className={classes["aside"]}>
              <FileDrop
                label={t("intents.import")}
                hint={t("intents.importHint")}
                accept=".csv,.yml,.yaml"
                onFiles={(files) => void importFile(files)}
              />
            </div>
          </>
        )}
        {intents.length > 0 && (
          <Group gap="xs" mt="sm">
            <Button size="xs" variant="default" onClick={() => void exports.intents("CSV")}>
              {t("intents.exportCsv")}
            </Button>
            <Button size="xs" variant="default" onClick={() => void exports.intents("RASA_YAML")}>
              {t("intents.exportRasa")}
            </Button>
          </Group>
        )}
      </div>
      {file ? (
        // While a new intent is made, what is typed must not become phrases of the one before.
        <div inert={changes.isBusy}>
          <IntentEditor
            key={file}
            version={version}
            filePath={file}
            line={line}
            isNew={file === made}
            hasAnswer={hasAnswers}
            intents={intents.map((intent) => intent.label)}
            onOpen={open}
          />
        </div>
      ) : (
        <EmptyState title={t("intents.none")} hint={t("intents.noneHint")} />
      )}
    </div>
  );
}
