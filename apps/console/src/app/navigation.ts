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
};

export function navigationIn(organization: { parentId?: string | null }): readonly NavigationItem[] {
  return organizationNavigation.filter((item) => !item.isTopOnly || !organization.parentId);
}

const organizationNavigation: readonly NavigationItem[] = [
  { label: "home", path: paths.landing, icon: IconHome, keys: ["g", "h"] },
  { label: "projects", path: paths.projects, icon: IconFolders, keys: ["g", "p"] },
  { label: "users", path: paths.users, icon: IconUsers, keys: ["g", "u"] },
  { label: "teams", path: paths.teams, icon: IconUsersGroup, keys: ["g", "t"] },
  { label: "access", path: paths.access, icon: IconShieldSearch },
  { label: "organizations", path: paths.organizations, icon: IconSitemap, keys: ["g", "r"] },
  { label: "packages", path: paths.packages, icon: IconPackage, keys: ["g", "k"] },
  { label: "loginMethods", path: paths.loginMethods, icon: IconKey, keys: ["g", "l"] },
  { label: "auditLog", path: paths.auditLog, icon: IconHistory, keys: ["g", "a"] },
  { label: "server", path: paths.server, icon: IconServer, isTopOnly: true },
];

/** Shown while a project is open. */
export const projectNavigation: readonly NavigationItem[] = [
  { label: "project", path: paths.project, icon: IconSettings, keys: ["g", "o"] },
  { label: "customers", path: paths.customers, icon: IconBuildingStore, keys: ["g", "c"] },
  { label: "desk", path: paths.desk, icon: IconHeadset, keys: ["g", "d"] },
  { label: "solutions", path: paths.solutions, icon: IconSparkles, keys: ["g", "s"] },
  { label: "applets", path: paths.projectApplets, icon: IconBolt, keys: ["g", "e"] },
  { label: "credentials", path: paths.credentials, icon: IconKey },
  { label: "history", path: paths.projectHistory, icon: IconMessages, keys: ["g", "v"] },
  { label: "analytics", path: paths.analytics, icon: IconChartBar, keys: ["g", "y"] },
];
