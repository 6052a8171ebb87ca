// One document: whether this version uses it, how far its indexing is, why it failed, and what can be done.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { byteSize } from "@parley/ui/file-drop";
import { notify } from "@parley/ui/notifications";
import { StatusBadge } from "@parley/ui/status-badge";
import { ActionIcon, Button, Checkbox } from "@mantine/core";
import { IconRefresh, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import classes from "./editor.module.css";

export const fileFragment = graphql(`
  fragment KnowledgeFileRow on KnowledgeFile {
    id
    status
    error
    chunkCount
    embeddingModel
    file {
      id
      originalName
      size
      url
    }
    usedBy {
      solutionVersionId
      solutionName
      number
    }
  }
`);

const reindexMutation = graphql(`
  mutation ReindexKnowledgeFile($fileId: ID!, $credentialId: ID) {
    reindexKnowledgeFile(fileId: $fileId, credentialId: $credentialId) {
      id
      status
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteKnowledgeFile($fileId: ID!) {
    deleteKnowledgeFile(fileId: $fileId)
  }
`);

const tones = { UPLOADED: "neutral", INDEXING: "busy", INDEXED: "good", FAILED: "bad" } as const;

type Props = {
  file: ResultOf<typeof fileFragment>;
  isChosen: boolean;
  isDisabled: boolean;
  credentialId: string | null;
  onChoose: (isChosen: boolean) => void;
  onOpen: () => void;
};

export function FileRow({ file, isChosen, isDisabled, credentialId, onChoose, onOpen }: Props) {
  const { t } = useTranslation("solutions");
  const [reindex, { isBusy }] = useChange(reindexMutation);
  const [remove] = useChange(deleteMutation);
  const [isDeleting, setIsDeleting] = useState(false);
  const name = file.file.originalName;
  const readAgain = async () => {
    try {
      await reindex({ fileId: file.id, credentialId });
    } catch (error) {
      notify({ tone: "bad", message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <li className={classes["file"]}>
      <Checkbox
        aria-label={t("files.use", { name })}
        checked={isChosen}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <span className={classes["fileFacts"]}>
        {file.chunkCount === 0 ? (
          <span className={classes["fileName"]}>{name}</span>
        ) : (
          <Button size="compact-sm" variant="subtle" className={classes["fileName"] ?? ""} onClick={onOpen}>
            {name}
          </Button>
        )}
        <span className={classes["muted"]}>{byteSize(file.file.size)}</span>
        <StatusBadge
          tone={tones[file.status]}
          label={
            file.status === "INDEXED"
              ? t("files.indexed", { count: file.chunkCount })
              : t(`files.${file.status}`)
          }
        />
        {file.embeddingModel && <span className={classes["muted"]}>{t("files.byMeaning")}</span>}
      </span>
      {!isDisabled && (
        <span className={classes["fileActions"]}>
          <ActionIcon
            aria-label={t("files.again", { name })}
            title={t("files.againHint")}
            loading={isBusy}
            onClick={() => void readAgain()}
          >
            <IconRefresh size={15} />
          </ActionIcon>
          <ActionIcon
            aria-label={t("files.delete", { name })}
            title={t("delete")}
            onClick={() => setIsDeleting(true)}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </span>
      )}
      {file.error && <p className={classes["fileError"]}>{file.error}</p>}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t("deleteTitle", { name })}
        losses={file.usedBy.map((use) => ({
          label: t("files.usedBy", { name: use.solutionName, number: use.number }),
        }))}
        confirmLabel={t("delete")}
        onConfirm={async () => {
          await remove({ fileId: file.id });
        }}
      >
        <p>{t(file.usedBy.length > 0 ? "files.deleteUsed" : "files.deleteHint")}</p>
      </ConfirmDialog>
    </li>
  );
}
