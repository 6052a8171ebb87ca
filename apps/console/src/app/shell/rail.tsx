import { Kbd } from "@parley/ui/kbd";
import { IconSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useAllowedActions, useRights } from "../../shared/rights.ts";
import type { Organization } from "../../shared/viewer.tsx";
import { navigationIn, projectNavigationFor } from "../navigation.ts";
import { NavigationLinks } from "./navigation-links.tsx";
import { OrganizationSwitcher } from "./organization-switcher.tsx";
import { ProjectSwitcher } from "./project-switcher.tsx";
import { RailFooter } from "./rail-footer.tsx";
import classes from "./rail.module.css";

type Props = {
  organization: Organization | undefined;
  onOpenPalette: () => void;
  onOpenShortcuts: () => void;
};

export function Rail({ organization, onOpenPalette, onOpenShortcuts }: Props) {
  const { t } = useTranslation();
  const { projectId } = useParams();
  const rights = useRights(organization?.id);
  const allowed = useAllowedActions(projectId);
  return (
    <aside className={classes["rail"]} aria-label={t("shell.rail")}>
      <OrganizationSwitcher organization={organization} />
      <button type="button" className={classes["search"]} onClick={onOpenPalette}>
        <IconSearch size={15} aria-hidden />
        <span>{t("shell.search")}</span>
        <Kbd keys={["Mod", "K"]} />
      </button>
      {organization && (
        <nav className={classes["navigation"]} aria-label={t("shell.organization")}>
          <NavigationLinks items={navigationIn(organization, rights)} params={{ orgId: organization.id }} />
        </nav>
      )}
      {organization && projectId && (
        <nav className={classes["navigation"]} aria-label={t("shell.project")}>
          <ProjectSwitcher organizationId={organization.id} projectId={projectId} />
          <NavigationLinks
            items={projectNavigationFor(allowed)}
            params={{ orgId: organization.id, projectId }}
          />
        </nav>
      )}
      <RailFooter organizationId={organization?.id} onOpenShortcuts={onOpenShortcuts} />
    </aside>
  );
}
