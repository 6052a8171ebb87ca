// "Go to" for every screen in the rail.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { generatePath, useNavigate, useParams } from "react-router";
import { useCommands } from "../../shared/commands.ts";
import type { Command } from "../../shared/commands.ts";
import { useAllowedActions, useRights } from "../../shared/rights.ts";
import type { Organization } from "../../shared/viewer.tsx";
import { navigationIn, projectNavigationFor } from "../navigation.ts";

export function useGoToCommands(organization: Organization | undefined): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useParams();
  const rights = useRights(organization?.id);
  const allowed = useAllowedActions(projectId);
  const commands = useMemo<readonly Command[]>(() => {
    if (!organization) return [];
    const items = [
      ...navigationIn(organization, rights),
      ...(projectId ? projectNavigationFor(allowed) : []),
    ];
    return items.map((item) => ({
      id: item.path,
      group: t("palette.goTo"),
      label: t(`navigation.${item.label}`),
      ...(item.keys ? { keys: item.keys } : {}),
      run: () =>
        void navigate(
          generatePath<string>(item.path, { orgId: organization.id, ...(projectId ? { projectId } : {}) }),
        ),
    }));
  }, [organization, rights, allowed, projectId, navigate, t]);
  useCommands(commands);
}
