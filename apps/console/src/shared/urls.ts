// Every address of the console (decision 005). A screen's page is added to app/routes.tsx.
import { generatePath } from "react-router";

export const paths = {
  home: "/",
  landing: "/organization/:orgId",

  projects: "/organization/:orgId/projects",
  project: "/organization/:orgId/projects/:projectId",
  environment: "/organization/:orgId/projects/:projectId/environments/:environmentConfigId",
  projectApplets: "/organization/:orgId/projects/:projectId/applets",
  appletInstances: "/organization/:orgId/projects/:projectId/environments/:environmentConfigId/applets",
  appletInstance:
    "/organization/:orgId/projects/:projectId/environments/:environmentConfigId/applets/:appletInstanceId",
  credentials: "/organization/:orgId/projects/:projectId/credentials",

  solutions: "/organization/:orgId/projects/:projectId/solutions",
  solution: "/organization/:orgId/projects/:projectId/solutions/:solutionId",
  evaluationSet:
    "/organization/:orgId/projects/:projectId/solutions/:solutionId/evaluations/:evaluationSetId",
  solutionVersion:
    "/organization/:orgId/projects/:projectId/solutions/:solutionId/versions/:solutionVersionId",
  flow: "/organization/:orgId/projects/:projectId/solutions/:solutionId/versions/:solutionVersionId/flow",

  desk: "/organization/:orgId/projects/:projectId/desk",
  customers: "/organization/:orgId/projects/:projectId/customers",
  customer: "/organization/:orgId/projects/:projectId/customers/:customerId",
  bot: "/organization/:orgId/projects/:projectId/customers/:customerId/bots/:botId",
  botVersion:
    "/organization/:orgId/projects/:projectId/customers/:customerId/bots/:botId/versions/:versionId",
  integrations: "/organization/:orgId/projects/:projectId/customers/:customerId/integrations",
  history: "/organization/:orgId/projects/:projectId/customers/:customerId/history",
  conversation: "/organization/:orgId/projects/:projectId/customers/:customerId/history/:conversationId",

  // Of all customers of the project.
  projectHistory: "/organization/:orgId/projects/:projectId/history",
  analytics: "/organization/:orgId/projects/:projectId/analytics",

  // :environment is "live" or "sandbox": the address says where a change lands.
  channels: "/organization/:orgId/projects/:projectId/customers/:customerId/channels/:environment",
  channel: "/organization/:orgId/projects/:projectId/customers/:customerId/channels/:environment/:channelId",
  widget:
    "/organization/:orgId/projects/:projectId/customers/:customerId/channels/:environment/:channelId/widgets/:widgetId",

  users: "/organization/:orgId/users",
  user: "/organization/:orgId/users/:userId",
  teams: "/organization/:orgId/teams",
  team: "/organization/:orgId/teams/:teamId",
  organizations: "/organization/:orgId/organizations",
  organization: "/organization/:orgId/organizations/:childOrgId",
  loginMethods: "/organization/:orgId/login-methods",
  auditLog: "/organization/:orgId/audit-log",
  access: "/organization/:orgId/access",
  server: "/organization/:orgId/server",
  appletTemplate: "/organization/:orgId/packages/templates/:appletId",
  packages: "/organization/:orgId/packages",
  package: "/organization/:orgId/packages/:packageId",
  // Fixed by the specification: sign-in comes back here after linking a login method.
  myAccount: "/organization/:orgId/my-account",
} as const;

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** urlTo(paths.team, { orgId, teamId }); a missing id is a type error. */
export function urlTo<Path extends string>(path: Path, params: Record<ParamNames<Path>, string>): string {
  const given: Record<string, string> = params;
  return generatePath<string>(path, given);
}
