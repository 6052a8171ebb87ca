// The documents of the project: drop them here, see them indexed, look into them, and choose which this version
// answers from.
import { FileDrop } from "@parley/ui/file-drop";
import { notify } from "@parley/ui/notifications";
import { Button } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useSubscription } from "urql";
import { graphql } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import { FileRow } from "./file-row.tsx";
import type { Credential } from "./use-credentials.ts";
import classes from "./editor.module.css";

const PassagesPanel = lazy(() =>
  import("./passages-panel.tsx").then((module) => ({ default: module.PassagesPanel })),
);
const RetrievalTest = lazy(() =>
  import("./retrieval-test.tsx").then((module) => ({ default: module.RetrievalTest })),
);

const filesQuery = graphql(`
  query GetKnowledgeFiles($projectId: ID!) {
    knowledgeFiles(projectId: $projectId) {
      ...KnowledgeFileRow
    }
  }
`);

const filesSubscription = graphql(`
  subscription KnowledgeFilesChanged($projectId: ID!) {
    knowledgeFilesChanged(projectId: $projectId) {
      ...KnowledgeFileRow
    }
  }
`);

const uploadMutation = graphql(`
  mutation UploadKnowledgeFile($projectId: ID!, $file: Upload!, $credentialId: ID) {
    uploadKnowledgeFile(projectId: $projectId, file: $file, credentialId: $credentialId) {
      id
    }
  }
`);

const maxBytes = 25 * 1024 * 1024;

type Props = {
  chosen: readonly string[];
  credential: Credential | undefined;
  isDisabled: boolean;
  onChange: (ids: string[]) => void;
};

export function KnowledgeFiles({ chosen, credential, isDisabled, onChange }: Props) {
  const { t } = useTranslation("solutions");
  const { projectId = "" } = useParams();
  const { data } = useData(filesQuery, { projectId }, { types: ["KnowledgeFile"] });
  const [live] = useSubscription({ query: filesSubscription, variables: { projectId } });
  const [upload] = useChange(uploadMutation);
  const [sending, setSending] = useState<{ done: number; total: number }>();
  const [openFile, setOpenFile] = useState<string>();
  const [isTesting, setIsTesting] = useState(false);
  const latest = useRef(chosen);
  useEffect(() => {
    latest.current = chosen;
  }, [chosen]);
  const files = live.data?.knowledgeFilesChanged ?? data?.knowledgeFiles ?? [];
  const shown = isDisabled ? files.filter((file) => chosen.includes(file.id)) : files;
  // Embeddings of the version's own model, where it has any.
  const credentialId = credential?.embeddingModel ? credential.id : null;
  const send = async (dropped: File[]) => {
    const added: string[] = [];
    for (const [done, file] of dropped.entries()) {
      setSending({ done, total: dropped.length });
      try {
        added.push((await upload({ projectId, file, credentialId })).uploadKnowledgeFile.id);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        notify({ tone: "bad", message: `${file.name}: ${reason}` });
      }
    }
    setSending(undefined);
    // What was chosen while they were on their way stays chosen.
    if (added.length > 0) onChange([...latest.current, ...added]);
  };
  const opened = files.find((file) => file.id === openFile);
  return (
    <div role="group" aria-label={t("field.fileIds")}>
      {!isDisabled && (
        <FileDrop
          label={
            sending ? t("files.sending", { at: sending.done + 1, total: sending.total }) : t("files.drop")
          }
          hint={t("files.hint")}
          accept=".pdf,.docx,.html,.htm,.md,.txt,.csv"
          maxBytes={maxBytes}
          isMultiple
          isDisabled={sending !== undefined}
          onFiles={(dropped) => void send(dropped)}
        />
      )}
      <ul className={classes["files"]}>
        {shown.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            isChosen={chosen.includes(file.id)}
            isDisabled={isDisabled}
            credentialId={credentialId}
            onChoose={(isChosen) =>
              onChange(isChosen ? [...chosen, file.id] : chosen.filter((id) => id !== file.id))
            }
            onOpen={() => setOpenFile(file.id)}
          />
        ))}
      </ul>
      {shown.length === 0 && isDisabled && <p className={classes["muted"]}>{t("files.none")}</p>}
      {chosen.length > 0 && (
        <Button
          size="xs"
          variant="default"
          aria-expanded={isTesting}
          onClick={() => setIsTesting(!isTesting)}
        >
          {t("retrieval.action")}
        </Button>
      )}
      <Suspense>
        {isTesting && <RetrievalTest fileIds={chosen} credentialId={credentialId} />}
        {opened && (
          <PassagesPanel
            fileId={opened.id}
            title={opened.file.originalName}
            url={opened.file.url}
            onClose={() => setOpenFile(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
}
