// What the rail shows, in this order. One line per screen, added together with the screen.
import {
  IconBolt,
  IconBuildingStore,
  IconChartBar,
  IconFolders,
  IconHeadset,
  IconHistory,
  IconHome,
  IconKey,
  IconServer,
  IconMessages,
  IconPackage,
  IconSettings,
  IconShieldSearch,
  IconSitemap,
  IconSparkles,
  IconUsers,
  IconUsersGroup,
} from "@tabler/icons-react";
import type { Icon } from "@tabler/icons-react";
import type { Rights } from "../shared/rights.ts";
import { paths } from "../shared/urls.ts";

export type NavigationItem = {
  /** Key in common.json under "navigation". */
  label: string;
  path: string;
  icon: Icon;
  /** Pressed one after the other. */
  keys?: readonly [string, string];
  /** Only in an organisation with none above it. */
  isTopOnly?: boolean;
  /** Only for people who may look at it. */
  needs?: keyof Rights;
};

type ProjectNavigationItem = NavigationItem & {
  /** In the project, as the server names it. */
  action: string;
};

/** Shown until the rights are known to be missing: most who look at a rail have them. */
export function navigationIn(
  organization: { parentId?: string | null },
  rights: Rights | undefined,
): readonly NavigationItem[] {
  return organizationNavigation.filter(
    (item) => (!item.isTopOnly || !organization.parentId) && !(item.needs && rights?.[item.needs] === false),
  );
}

const organizationNavigation: readonly NavigationItem[] = [
  { label: "home", path: paths.landing, icon: IconHome, keys: ["g", "h"] },
  { label: "projects", path: paths.projects, icon: IconFolders, keys: ["g", "p"] },
  { label: "users", path: paths.users, icon: IconUsers, keys: ["g", "u"], needs: "canReadAccess" },
  { label: "teams", path: paths.teams, icon: IconUsersGroup, keys: ["g", "t"], needs: "canReadAccess" },
  { label: "access", path: paths.access, icon: IconShieldSearch, needs: "canReadAccess" },
  { label: "organizations", path: paths.organizations, icon: IconSitemap, keys: ["g", "r"] },
  { label: "packages", path: paths.packages, icon: IconPackage, keys: ["g", "k"] },
  { label: "loginMethods", path: paths.loginMethods, icon: IconKey, keys: ["g", "l"] },
  { label: "auditLog", path: paths.auditLog, icon: IconHistory, keys: ["g", "a"], needs: "canReadAuditLog" },
  { label: "server", path: paths.server, icon: IconServer, isTopOnly: true, needs: "canUpdateAccount" },
];

/** Shown while a project is open: what the viewer may look at there. */
export function projectNavigationFor(allowed: readonly string[] | undefined): readonly NavigationItem[] {
  return projectNavigation.filter(({ action }) => allowed?.includes(action) ?? true);
}

const projectNavigation: readonly ProjectNavigationItem[] = [
  { label: "project", path: paths.project, icon: IconSettings, keys: ["g", "o"], action: "project.read" },
  {
    label: "customers",
    path: paths.customers,
    icon: IconBuildingStore,
    keys: ["g", "c"],
    action: "customer.read",
  },
  { label: "desk", path: paths.desk, icon: IconHeadset, keys: ["g", "d"], action: "conversation.answer" },
  {
    label: "solutions",
    path: paths.solutions,
    icon: IconSparkles,
    keys: ["g", "s"],
    action: "solution.read",
  },
  { label: "applets", path: paths.projectApplets, icon: IconBolt, keys: ["g", "e"], action: "applet.read" },
  { label: "credentials", path: paths.credentials, icon: IconKey, action: "credential.read" },
  {
    label: "history",
    path: paths.projectHistory,
    icon: IconMessages,
    keys: ["g", "v"],
    action: "history.read",
  },
  {
    label: "analytics",
    path: paths.analytics,
    icon: IconChartBar,
    keys: ["g", "y"],
    action: "analytics.read",
  },
];
