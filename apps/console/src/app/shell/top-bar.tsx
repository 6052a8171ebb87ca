// Narrow screens only: the rail folds away behind a button.
import { ActionIcon } from "@mantine/core";
import { IconMenu2, IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Logo } from "./logo.tsx";
import classes from "./top-bar.module.css";

type Props = { isRailOpen: boolean; onToggleRail: () => void; onOpenPalette: () => void };

export function TopBar({ isRailOpen, onToggleRail, onOpenPalette }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes["bar"]}>
      <ActionIcon size={32} aria-label={t("shell.menu")} aria-expanded={isRailOpen} onClick={onToggleRail}>
        <IconMenu2 size={18} />
      </ActionIcon>
      <Logo />
      <ActionIcon size={32} aria-label={t("shell.search")} onClick={onOpenPalette}>
        <IconSearch size={17} />
      </ActionIcon>
    </div>
  );
}
