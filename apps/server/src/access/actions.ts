// Who may do what, in one table (decision 003). To add a permission, add a line here.

/** A role's key is the same in every account; its rights are the lines below that name it. */
export const ROLE_TEMPLATES = [
  { key: "organization_admin", product: "organization", name: "Organisation administrator" },
  { key: "organization_access_manager", product: "organization", name: "Access manager" },
  { key: "organization_auditor", product: "organization", name: "Auditor" },
  { key: "pro_studio_admin", product: "pro_studio", name: "Pro Studio administrator" },
  { key: "pro_studio_builder", product: "pro_studio", name: "Bot builder" },
  { key: "pro_studio_viewer", product: "pro_studio", name: "Pro Studio viewer" },
  { key: "agent_assist_supervisor", product: "agent_assist", name: "Supervisor" },
  { key: "agent_assist_agent", product: "agent_assist", name: "Agent" },
  { key: "analytics_admin", product: "analytics", name: "Analytics administrator" },
  { key: "analytics_viewer", product: "analytics", name: "Analytics viewer" },
] as const;

export type RoleKey = (typeof ROLE_TEMPLATES)[number]["key"];

const admin = ["organization_admin"] as const;
const access = ["organization_admin", "organization_access_manager"] as const;
const auditors = ["organization_admin", "organization_auditor"] as const;
const builders = ["organization_admin", "pro_studio_admin", "pro_studio_builder"] as const;
const studioAdmins = ["organization_admin", "pro_studio_admin"] as const;
const studio = [...builders, "pro_studio_viewer"] as const;
const agents = ["organization_admin", "agent_assist_supervisor", "agent_assist_agent"] as const;
const supervisors = ["organization_admin", "agent_assist_supervisor"] as const;
const readers = [...studio, ...agents, "analytics_admin", "analytics_viewer"] as const;
const analysts = ["organization_admin", "analytics_admin", "analytics_viewer"] as const;

const roleKeys = ROLE_TEMPLATES.map((role) => role.key);
const everyone = ["member", ...roleKeys] as const;

/** "member" stands for everyone who belongs to the account, or who is assigned to the project. */
type Holder = RoleKey | "member";

interface Rule {
  readonly scope: "account" | "project";
  readonly holders: readonly Holder[];
}

const onAccount = (holders: readonly Holder[]) => ({ scope: "account", holders }) as const;
const onProject = (holders: readonly Holder[]) => ({ scope: "project", holders }) as const;

export const ACTIONS = {
  "account.read": onAccount(everyone),
  "account.create": onAccount(admin),
  "account.update": onAccount(admin),
  "account.delete": onAccount(admin),
  "account.manage-login-methods": onAccount(admin),
  "account.snapshot": onAccount(admin),
  "access.read": onAccount([...access, "organization_auditor"]),
  "access.manage": onAccount(access),
  "audit-log.read": onAccount(auditors),
  "project.create": onAccount([...admin, "pro_studio_admin"]),
  "project.list-all": onAccount(roleKeys),
  "project.read": onProject(everyone),
  "project.update": onProject(studioAdmins),
  "project.delete": onProject(admin),
  "environment.update": onProject(studioAdmins),
  "applet.read": onProject(studio),
  "applet.edit": onProject(builders),
  "package.edit": onAccount(studioAdmins),
  "credential.read": onProject(studio),
  "credential.edit": onProject(studioAdmins),
  "solution.read": onProject(studio),
  "solution.edit": onProject(builders),
  "solution.publish": onProject(builders),
  "customer.read": onProject(readers),
  "customer.edit": onProject(builders),
  "bot.read": onProject(studio),
  "bot.edit": onProject(builders),
  "bot.deploy": onProject(builders),
  "bot.force-deploy": onProject(studioAdmins),
  "channel.read": onProject([...studio, ...agents]),
  "channel.edit": onProject(builders),
  "conversation.answer": onProject(agents),
  "conversation.supervise": onProject(supervisors),
  "history.read": onProject(readers),
  "history.annotate": onProject([
    ...builders,
    "agent_assist_supervisor",
    "agent_assist_agent",
    "analytics_admin",
  ]),
  "history.reveal": onProject([
    "organization_admin",
    "pro_studio_admin",
    "agent_assist_supervisor",
    "analytics_admin",
  ]),
  "history.delete": onProject(studioAdmins),
  "analytics.read": onProject(analysts),
} as const satisfies Record<string, Rule>;

export type Action = keyof typeof ACTIONS;
type ActionsOfScope<S extends Rule["scope"]> = {
  [A in Action]: (typeof ACTIONS)[A]["scope"] extends S ? A : never;
}[Action];
export type AccountAction = ActionsOfScope<"account">;
export type ProjectAction = ActionsOfScope<"project">;

export function isAllowed(action: Action, held: ReadonlySet<string>): boolean {
  return ACTIONS[action].holders.some((holder) => held.has(holder));
}

/** What holding these gives in a project. */
export function allowedInProject(held: ReadonlySet<string>): Action[] {
  return actionNames.filter((action) => ACTIONS[action].scope === "project" && isAllowed(action, held));
}

/** Every action a role gives where it is held; in a project only those of a project count. */
export function actionsOfRole(key: string, scope: Rule["scope"]): Action[] {
  return actionNames.filter((action) => {
    const rule: Rule = ACTIONS[action];
    return (scope === "account" || rule.scope === "project") && rule.holders.some((holder) => holder === key);
  });
}

/** Nobody can give or take away a role whose actions they do not hold themselves (decision 003). */
export function canGrant(key: string, scope: Rule["scope"], held: ReadonlySet<string>): boolean {
  return actionsOfRole(key, scope).every((action) => isAllowed(action, held));
}

export function isAction(name: string): name is Action {
  return Object.hasOwn(ACTIONS, name);
}

const actionNames = Object.keys(ACTIONS).filter(isAction);
