import { CopyText } from "@parley/ui/copy-text";
import { Button, Group, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./channels.module.css";

/** A callback token, the one time it can be read. */
export function TokenOnce({ token, onClose }: { token: string | undefined; onClose: () => void }) {
  const { t } = useTranslation("channels");
  return (
    <Modal
      opened={token !== undefined}
      onClose={onClose}
      title={t("systems.tokenTitle")}
      closeOnClickOutside={false}
      // Nobody can read it again: one deliberate click closes it, no key pressed by habit.
      closeOnEscape={false}
      centered
    >
      <p className={classes["plain"]}>{t("systems.tokenHint")}</p>
      <CopyText value={token ?? ""} label={t("systems.token")} />
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t("systems.tokenKept")}</Button>
      </Group>
    </Modal>
  );
}
