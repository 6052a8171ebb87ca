import { ErrorState } from "@parley/ui/error-state";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";

type Props = {
  name: string;
  taken: readonly string[];
  onClose: () => void;
  onRename: (name: string) => Promise<unknown>;
};

export function RenameIntent({ name, taken, onClose, onRename }: Props) {
  const { t } = useTranslation("bots");
  const [next, setNext] = useState(name);
  const [failure, setFailure] = useState<{ message: string }>();
  const isTaken = next.trim() !== name && taken.includes(next.trim());
  return (
    <Modal opened onClose={onClose} title={t("phrases.renameTitle", { name })} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onRename(next.trim()).catch((error: unknown) =>
            setFailure({ message: error instanceof Error ? error.message : String(error) }),
          );
        }}
      >
        <Stack gap="sm">
          <TextInput
            label={t("phrases.name")}
            description={t("phrases.renameHint")}
            value={next}
            data-autofocus
            error={isTaken && t("phrases.taken", { name: next.trim() })}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          {failure && <ErrorState error={failure} isInline />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("cancel")}
            </Button>
            <Button type="submit" disabled={next.trim() === "" || next.trim() === name || isTaken}>
              {t("phrases.rename")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
