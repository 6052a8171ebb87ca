import { ActionIcon } from "@mantine/core";
import { Person } from "@parley/ui/person";
import { IconKeyboard } from "@tabler/icons-react";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { useViewer } from "../../shared/viewer.tsx";
import { DropPanel } from "@parley/ui/drop-panel";
import { SchemeToggle } from "./scheme-toggle.tsx";
import rail from "./rail.module.css";
import classes from "./switcher.module.css";

const UserMenu = lazy(() => import("./user-menu.tsx").then((module) => ({ default: module.UserMenu })));

type Props = { organizationId: string | undefined; onOpenShortcuts: () => void };

export function RailFooter({ organizationId, onOpenShortcuts }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  return (
    <div className={rail["footer"]}>
      <div className={rail["grow"]}>
        <DropPanel
          label={t("shell.you")}
          prefix={t("shell.you")}
          className={classes["switcher"]}
          placement="above"
          button={<Person person={viewer} />}
        >
          {(close) => <UserMenu organizationId={organizationId} onChosen={close} />}
        </DropPanel>
      </div>
      <ActionIcon
        size={30}
        aria-label={t("shortcuts.title")}
        title={`${t("shortcuts.title")} (?)`}
        onClick={onOpenShortcuts}
      >
        <IconKeyboard size={17} stroke={1.6} />
      </ActionIcon>
      <SchemeToggle />
    </div>
  );
}
