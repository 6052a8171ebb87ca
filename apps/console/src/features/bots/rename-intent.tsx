// Another name for an intent, everywhere in the version at once.
import type { Drawing } from "@parley/bot-data/version";
import { useFieldErrors } from "@parley/ui/field-errors";
import { FormDialog } from "@parley/ui/form-dialog";
import { notify } from "@parley/ui/notifications";
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { IntentUses, useIntentUses } from "./intent-uses.tsx";

const renameMutation = graphql(`
  mutation RenameIntent($projectId: ID!, $versionId: ID!, $intent: String!, $name: String!) {
    renameIntent(projectId: $projectId, versionId: $versionId, intent: $intent, name: $name) {
      data
      messages
    }
  }
`);

type Props = {
  name: string;
  taken: readonly string[];
  /** Where the flow is drawn in Pro Studio, which follows unless it was published. */
  drawing: Drawing | null;
  /** The old file is about to go, or stays after all. */
  onLeaving: (isLeaving: boolean) => void;
  onClose: () => void;
  onRenamed: (name: string) => void;
};

export function RenameIntent({ name, taken, drawing, onLeaving, onClose, onRenamed }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "", versionId = "" } = useParams();
  const [rename] = useChange(renameMutation);
  const [next, setNext] = useState(name);
  const errors = useFieldErrors([]);
  const uses = useIntentUses(name) ?? [];
  const wanted = next.trim();
  const isTaken = wanted !== name && taken.includes(wanted);
  const submit = async () => {
    if (wanted === name) return onClose();
    onLeaving(true);
    try {
      await rename({ projectId, versionId, intent: name, name: wanted });
      notify({ tone: "good", message: t("phrases.renamed", { before: name, after: wanted }) });
      onRenamed(wanted);
    } catch (error) {
      onLeaving(false);
      throw error;
    }
  };
  return (
    <FormDialog
      title={t("phrases.renameTitle", { name })}
      errors={errors}
      submitLabel={t("phrases.rename")}
      blockedBecause={isTaken ? t("phrases.taken", { name: wanted }) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label={t("phrases.name")}
        required
        value={next}
        data-autofocus
        error={isTaken && t("phrases.taken", { name: wanted })}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      <IntentUses
        title={t("uses.renamed")}
        uses={uses.filter((use) => use.isRenamed)}
        drawing={drawing}
        onLeave={onClose}
      />
      <IntentUses
        title={t("uses.untouched")}
        uses={uses.filter((use) => !use.isRenamed)}
        drawing={drawing}
        onLeave={onClose}
      />
      {drawing && <p>{t(drawing.isPublished ? "uses.published" : "uses.drawn")}</p>}
    </FormDialog>
  );
}
