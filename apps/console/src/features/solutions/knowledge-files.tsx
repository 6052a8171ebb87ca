// The documents of the project: drop them here, see them indexed, and choose which this version answers from.
import { byteSize, FileDrop } from "@parley/ui/file-drop";
import { notify } from "@parley/ui/notifications";
import { StatusBadge } from "@parley/ui/status-badge";
import { Checkbox, Fieldset } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useSubscription } from "urql";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./solutions.module.css";

const filesQuery = graphql(`
  query GetKnowledgeFiles($projectId: ID!) {
    knowledgeFiles(projectId: $projectId) {
      id
      status
      error
      chunkCount
      file {
        id
        originalName
        size
      }
    }
  }
`);

const filesSubscription = graphql(`
  subscription KnowledgeFilesChanged($projectId: ID!) {
    knowledgeFilesChanged(projectId: $projectId) {
      id
      status
      error
      chunkCount
      file {
        id
        originalName
        size
      }
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

const tones = { UPLOADED: "neutral", INDEXING: "busy", INDEXED: "good", FAILED: "bad" } as const;
const maxBytes = 25 * 1024 * 1024;

type Props = { chosen: readonly string[]; isDisabled: boolean; onChange: (ids: string[]) => void };

export function KnowledgeFiles({ chosen, isDisabled, onChange }: Props) {
  const { t } = useTranslation("solutions");
  const { projectId = "" } = useParams();
  const { data } = useData(filesQuery, { projectId }, { types: ["KnowledgeFile"] });
  const [live] = useSubscription({ query: filesSubscription, variables: { projectId } });
  const [upload, { isBusy }] = useChange(uploadMutation);
  const files = live.data?.knowledgeFilesChanged ?? data?.knowledgeFiles ?? [];
  const send = async (dropped: File[]) => {
    const added: string[] = [];
    for (const file of dropped) {
      try {
        const answer = await upload({ projectId, file, credentialId: null });
        added.push(answer.uploadKnowledgeFile.id);
      } catch (error) {
        notify({
          tone: "bad",
          message: `${file.name}: ${error instanceof Error ? error.message : String(error)}`,
        });
      }
    }
    if (added.length > 0) onChange([...chosen, ...added]);
  };
  return (
    <Fieldset legend={t("field.fileIds")}>
      {!isDisabled && (
        <FileDrop
          label={t("files.drop")}
          hint={t("files.hint")}
          accept=".pdf,.docx,.html,.htm,.md,.txt,.csv"
          maxBytes={maxBytes}
          isMultiple
          isDisabled={isBusy}
          onFiles={(dropped) => void send(dropped)}
        />
      )}
      <ul className={classes["files"]}>
        {files.map((file) => (
          <li key={file.id} className={classes["file"]}>
            <Checkbox
              label={file.file.originalName}
              checked={chosen.includes(file.id)}
              disabled={isDisabled}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, file.id] : chosen.filter((id) => id !== file.id),
                )
              }
            />
            <span className={classes["muted"]}>{byteSize(file.file.size)}</span>
            <StatusBadge
              tone={tones[file.status]}
              label={
                file.status === "INDEXED"
                  ? t("files.indexed", { count: file.chunkCount })
                  : t(`files.${file.status}`)
              }
            />
            {file.error && <span className={classes["muted"]}>{file.error}</span>}
          </li>
        ))}
      </ul>
    </Fieldset>
  );
}
