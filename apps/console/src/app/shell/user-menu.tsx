import { Person } from "@parley/ui/person";
import { IconLogout, IconUserCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { signOut } from "../../lib/session.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useViewer } from "../../shared/viewer.tsx";
import { organizationRoutes } from "../routes.tsx";
import { moveWithArrows } from "./move-with-arrows.ts";
import classes from "./panel.module.css";

export function UserMenu({
  organizationId,
  onChosen,
}: {
  organizationId: string | undefined;
  onChosen: () => void;
}) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const hasMyAccount = organizationRoutes.some((route) => route.path === paths.myAccount);
  return (
    <div onKeyDown={moveWithArrows}>
      <div className={classes["who"]}>
        <Person person={viewer} detail={viewer.userName} size="md" />
      </div>
      <hr className={classes["line"]} />
      {organizationId && hasMyAccount && (
        <Link
          className={classes["item"]}
          to={urlTo(paths.myAccount, { orgId: organizationId })}
          onClick={onChosen}
        >
          <IconUserCircle size={16} aria-hidden />
          {t("navigation.myAccount")}
        </Link>
      )}
      <button type="button" className={classes["item"]} onClick={() => void signOut()}>
        <IconLogout size={16} aria-hidden />
        {t("shell.signOut")}
      </button>
    </div>
  );
}
