import type { ProductRoleRow } from "./access-queries.ts";

/** In which products somebody holds roles, and from which projects those come. */
export function productFlags(rows: readonly ProductRoleRow[]) {
  const flag = (product: string) => {
    const roles = rows.filter((row) => row.productName === product);
    const projects = new Map(
      roles.flatMap(({ projectId, projectName }) =>
        projectId !== null && projectName !== null ? [[projectId, { id: projectId, name: projectName }]] : [],
      ),
    );
    const isFromAccount = roles.some((row) => row.projectId === null);
    return {
      hasRoles: roles.length > 0,
      isFromAccount,
      project: isFromAccount ? null : ([...projects.values()][0] ?? null),
      projects: [...projects.values()],
      roles: [...new Map(roles.map((role) => [role.id, role])).values()],
    };
  };
  return {
    hasAgentAssistRoles: flag("agent_assist"),
    hasAnalyticsRoles: flag("analytics"),
    hasOrganizationRoles: flag("organization"),
    hasProStudioRoles: flag("pro_studio"),
  };
}
