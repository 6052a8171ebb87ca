// Another name for an intent, everywhere in the version at once.
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
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
  /** The flow is drawn in Pro Studio, which keeps the old name. */
  isDrawnElsewhere: boolean;
  /** The old file is about to go, or stays after all. */
  onLeaving: (isLeaving: boolean) => void;
  onClose: () => void;
  onRenamed: (name: string) => void;
};

export function RenameIntent({ name, taken, isDrawnElsewhere, onLeaving, onClose, onRenamed }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "", versionId = "" } = useParams();
  const [rename, renaming] = useChange(renameMutation);
  const [next, setNext] = useState(name);
  const [failure, setFailure] = useState<{ message: string }>();
  const uses = useIntentUses(name) ?? [];
  const wanted = next.trim();
  const isTaken = wanted !== name && taken.includes(wanted);
  const submit = async () => {
    onLeaving(true);
    try {
      await rename({ projectId, versionId, intent: name, name: wanted });
      notify({ tone: "good", message: t("phrases.renamed", { before: name, after: wanted }) });
      onRenamed(wanted);
    } catch (error) {
      onLeaving(false);
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("phrases.renameTitle", { name })} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t("phrases.name")}
            value={next}
            data-autofocus
            error={isTaken && t("phrases.taken", { name: wanted })}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <IntentUses
            title={t("uses.renamed")}
            uses={uses.filter((use) => use.isRenamed)}
            onLeave={onClose}
          />
          <IntentUses
            title={t("uses.untouched")}
            uses={uses.filter((use) => !use.isRenamed)}
            onLeave={onClose}
          />
          {isDrawnElsewhere && <p>{t("uses.drawn")}</p>}
          {failure && <ErrorState error={failure} isInline />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button
              type="submit"
              loading={renaming.isBusy}
              disabled={wanted === "" || wanted === name || isTaken}
            >
              {t("phrases.rename")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
