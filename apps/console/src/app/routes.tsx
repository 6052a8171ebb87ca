// Every URL of the console on one page. The patterns are in shared/urls.ts (decision 005);
// a screen appears here when its page exists, one line each.
import { paths } from "../shared/urls.ts";
import { lazyPage } from "./lazy-page.tsx";
import type { Page } from "./lazy-page.tsx";

type Route = { path: string; page: Page };

// The list stays as it is while a conversation opens beside it: one page for both addresses.
const historyPage = lazyPage(() => import("../features/history/history-page.tsx"), "HistoryPage");

export const organizationRoutes: readonly Route[] = [
  {
    path: paths.landing,
    page: lazyPage(() => import("../features/projects/landing-page.tsx"), "LandingPage", {
      isFirstScreen: true,
    }),
  },
  {
    path: paths.organizations,
    page: lazyPage(() => import("../features/organizations/organizations-page.tsx"), "OrganizationsPage"),
  },
  {
    path: paths.organization,
    page: lazyPage(() => import("../features/organizations/organization-page.tsx"), "OrganizationPage"),
  },
  {
    path: paths.loginMethods,
    page: lazyPage(() => import("../features/login-methods/login-methods-page.tsx"), "LoginMethodsPage"),
  },
  {
    path: paths.auditLog,
    page: lazyPage(() => import("../features/audit-log/audit-log-page.tsx"), "AuditLogPage"),
  },
  {
    path: paths.myAccount,
    page: lazyPage(() => import("../features/my-account/my-account-page.tsx"), "MyAccountPage"),
  },
  { path: paths.access, page: lazyPage(() => import("../features/access/access-page.tsx"), "AccessPage") },
  { path: paths.server, page: lazyPage(() => import("../features/server/server-page.tsx"), "ServerPage") },
  { path: paths.teams, page: lazyPage(() => import("../features/teams/teams-page.tsx"), "TeamsPage") },
  { path: paths.team, page: lazyPage(() => import("../features/teams/team-page.tsx"), "TeamPage") },
  { path: paths.users, page: lazyPage(() => import("../features/users/users-page.tsx"), "UsersPage") },
  {
    path: paths.projects,
    page: lazyPage(() => import("../features/projects/projects-page.tsx"), "ProjectsPage"),
  },
  {
    path: paths.project,
    page: lazyPage(() => import("../features/projects/project-page.tsx"), "ProjectPage"),
  },
  {
    path: paths.customers,
    page: lazyPage(() => import("../features/customers/customers-page.tsx"), "CustomersPage"),
  },
  {
    path: paths.customer,
    page: lazyPage(() => import("../features/customers/customer-page.tsx"), "CustomerPage"),
  },
  { path: paths.bot, page: lazyPage(() => import("../features/bots/bot-page.tsx"), "BotPage") },
  {
    path: paths.botVersion,
    page: lazyPage(() => import("../features/bots/bot-version-page.tsx"), "BotVersionPage"),
  },
  {
    path: paths.solutions,
    page: lazyPage(() => import("../features/solutions/solutions-page.tsx"), "SolutionsPage"),
  },
  {
    path: paths.solution,
    page: lazyPage(() => import("../features/solutions/solution-page.tsx"), "SolutionPage"),
  },
  {
    path: paths.evaluationSet,
    page: lazyPage(
      () => import("../features/solutions/evaluations/evaluation-set-page.tsx"),
      "EvaluationSetPage",
    ),
  },
  {
    path: paths.solutionVersion,
    page: lazyPage(
      () => import("../features/solutions/editor/solution-version-page.tsx"),
      "SolutionVersionPage",
    ),
  },
  {
    path: paths.credentials,
    page: lazyPage(() => import("../features/credentials/credentials-page.tsx"), "CredentialsPage"),
  },
  {
    path: paths.channels,
    page: lazyPage(() => import("../features/channels/channels-page.tsx"), "ChannelsPage"),
  },
  {
    path: paths.channel,
    page: lazyPage(() => import("../features/channels/channel-page.tsx"), "ChannelPage"),
  },
  {
    path: paths.projectApplets,
    page: lazyPage(() => import("../features/applets/project-applets-page.tsx"), "ProjectAppletsPage"),
  },
  {
    path: paths.appletInstances,
    page: lazyPage(() => import("../features/applets/applets-page.tsx"), "AppletsPage"),
  },
  {
    path: paths.appletInstance,
    page: lazyPage(() => import("../features/applets/applet-instance-page.tsx"), "AppletInstancePage"),
  },
  {
    path: paths.packages,
    page: lazyPage(() => import("../features/packages/packages-page.tsx"), "PackagesPage"),
  },
  {
    path: paths.package,
    page: lazyPage(() => import("../features/packages/package-page.tsx"), "PackagePage"),
  },
  {
    path: paths.appletTemplate,
    page: lazyPage(() => import("../features/packages/template-page.tsx"), "TemplatePage"),
  },
  { path: paths.flow, page: lazyPage(() => import("../features/pro-studio/flow-page.tsx"), "FlowPage") },
  { path: `${paths.history}/:conversationId?`, page: historyPage },
  { path: `${paths.projectHistory}/:conversationId?`, page: historyPage },
  {
    path: paths.analytics,
    page: lazyPage(() => import("../features/analytics/analytics-page.tsx"), "AnalyticsPage"),
  },
  {
    path: paths.widget,
    page: lazyPage(() => import("../features/channels/widget-page.tsx"), "WidgetPage"),
  },
  {
    path: paths.integrations,
    page: lazyPage(() => import("../features/channels/integrations-page.tsx"), "IntegrationsPage"),
  },
  { path: paths.desk, page: lazyPage(() => import("../features/agent-desk/desk-page.tsx"), "DeskPage") },
];
