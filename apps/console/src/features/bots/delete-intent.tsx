// Deleting an intent names its phrases and everything that would miss it.
import { answerPath, intentPath, slotPath } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { useTranslation } from "react-i18next";
import { IntentUses, useIntentUses } from "./intent-uses.tsx";
import { useFileChanges } from "./version-files.ts";

type Props = {
  version: VersionData;
  name: string;
  phraseCount: number;
  /** The files are about to go, or stay after all. */
  onLeaving: (isLeaving: boolean) => void;
  onClose: () => void;
  onDeleted: () => void;
};

export function DeleteIntent({ version, name, phraseCount, onLeaving, onClose, onDeleted }: Props) {
  const { t } = useTranslation("bots");
  const files = useFileChanges();
  const uses = useIntentUses(name) ?? [];
  const own = [intentPath(name), answerPath(name), slotPath(name)];
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t("deleteTitle", { name })}
      losses={[{ label: t("phrases.losses"), count: phraseCount }]}
      confirmLabel={t(uses.length > 0 ? "uses.deleteAnyway" : "delete")}
      onConfirm={async () => {
        onLeaving(true);
        try {
          await files.remove(own);
        } catch (error) {
          onLeaving(false);
          throw error;
        }
        onDeleted();
      }}
    >
      <IntentUses
        title={t("uses.missed", { name })}
        uses={uses}
        drawing={version.drawing}
        onLeave={onClose}
      />
    </ConfirmDialog>
  );
}
