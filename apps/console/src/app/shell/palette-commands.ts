// What the palette offers beyond registered commands: projects, organisations, sign out.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { signOut } from "../../lib/session.ts";
import { useAllCommands } from "../../shared/commands.ts";
import type { Command } from "../../shared/commands.ts";
import { recentProjectIds } from "../../shared/recent-projects.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganizations } from "../../shared/viewer.tsx";
import { organizationRoutes } from "../routes.tsx";
import { useSwitcherProjects } from "./switcher-projects.ts";

export function usePaletteCommands(): readonly Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { orgId } = useParams();
  const registered = useAllCommands();
  const organizations = useOrganizations();
  const projects = useSwitcherProjects(orgId);
  return useMemo(() => {
    const go = (url: string) => () => void navigate(url);
    const recent = recentProjectIds();
    const place = (id: string) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
    const canOpenProject = organizationRoutes.some((route) => route.path === paths.project);
    const toProjects = projects
      .toSorted((left, right) => place(left.id) - place(right.id))
      .map((project) => ({
        id: `project ${project.id}`,
        group: t("palette.projects"),
        label: project.name,
        run: go(
          canOpenProject
            ? urlTo(paths.project, { orgId: orgId ?? "", projectId: project.id })
            : `${urlTo(paths.projects, { orgId: orgId ?? "" })}?q=${encodeURIComponent(project.name)}`,
        ),
      }));
    const toOrganizations = organizations
      .filter((organization) => organization.id !== orgId)
      .map((organization) => ({
        id: `organization ${organization.id}`,
        group: t("palette.organizations"),
        label: organization.name,
        run: go(urlTo(paths.landing, { orgId: organization.id })),
      }));
    const leave = {
      id: "sign-out",
      group: t("palette.actions"),
      label: t("shell.signOut"),
      keywords: "log out",
      run: () => void signOut(),
    };
    return [...registered, ...toProjects, ...toOrganizations, leave];
  }, [t, navigate, orgId, registered, organizations, projects]);
}
