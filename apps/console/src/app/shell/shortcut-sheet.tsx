import { Modal } from "@mantine/core";
import { Kbd } from "@parley/ui/kbd";
import { useTranslation } from "react-i18next";
import { useAllCommands } from "../../shared/commands.ts";
import classes from "./shortcut-sheet.module.css";

const everywhere = [
  { label: "shortcuts.palette", keys: ["Mod", "K"] },
  { label: "shortcuts.search", keys: ["/"] },
  { label: "shortcuts.sheet", keys: ["?"] },
  { label: "shortcuts.rows", keys: ["ArrowUp", "ArrowDown"] },
  { label: "shortcuts.openRow", keys: ["Enter"] },
  { label: "shortcuts.close", keys: ["Escape"] },
] as const;

export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const withKeys = useAllCommands().filter((command) => command.keys);
  return (
    <Modal opened onClose={onClose} title={t("shortcuts.title")} size={520}>
      <h3 className={classes["heading"]}>{t("shortcuts.everywhere")}</h3>
      <dl className={classes["list"]}>
        {everywhere.map(({ label, keys }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              <Kbd keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
      {withKeys.length > 0 && <h3 className={classes["heading"]}>{t("shortcuts.here")}</h3>}
      <dl className={classes["list"]}>
        {withKeys.map((command) => (
          <div key={command.id}>
            <dt>{command.label}</dt>
            <dd>
              <Kbd keys={command.keys ?? []} />
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
