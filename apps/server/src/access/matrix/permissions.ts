// What each operation of the administration half must ask for, written down apart from the code that asks.
import type { Action } from "../actions.ts";

export const expectedActions: Readonly<Record<string, Action>> = {
  accessPreview: "access.manage",
  accountById: "account.read",
  accountDetails: "account.read",
  addUserToAccount: "access.manage",
  addUsersToAccount: "access.manage",
  auditLogExport: "audit-log.read",
  auditLogFacets: "audit-log.read",
  auditLogs: "audit-log.read",
  auditLogTail: "audit-log.read",
  createAccount: "account.create",
  createTeam: "access.manage",
  deleteAccount: "account.delete",
  deleteTeams: "access.manage",
  developmentMailbox: "account.update",
  effectiveRoles: "access.read",
  objectHistory: "audit-log.read",
  organizationMetadata: "account.read",
  projects: "account.read",
  proposeConnection: "account.manage-login-methods",
  removeUserFromAccount: "access.manage",
  resendInvitation: "access.manage",
  roles: "account.read",
  samlMetadata: "account.manage-login-methods",
  setTeamAccountProjectRoles: "access.manage",
  setUserAccountProjectsRoles: "access.manage",
  startLoginMethodTest: "account.manage-login-methods",
  teamByPk: "access.read",
  teamProjectsDetails: "access.read",
  teams: "access.read",
  updateAccount: "account.update",
  updateTeam: "access.manage",
  updateUser: "access.manage",
  userProductRoles: "access.read",
  users: "access.read",
  usersCount: "access.read",
  whoCan: "access.read",
};

/** Cells that are known to be wrong and are being mended: printed, not hidden. This list only gets shorter. */
export const knownGaps: ReadonlySet<string> = new Set([
  // An id of the caller's choosing that another organisation already uses answers with an unexpected error.
  "postCustomersPypesLive(pypeInput.id)",
  "postCustomersPypesSandbox(pypeInput.id)",
  "postWidgetLive(data.id)",
  "postWidgetSandbox(data.id)",
  // An import that brings nothing writes no entry.
  "importIntents(projectId)",
  "importIntents(versionId)",
  // "No such project" where a missing one is "no such environment": the words tell that it exists.
  "deletePackageVersion(id)",
  "projectEnvironmentConfigById(id)",
  "validateProjectEnvironmentUrls(projectEnvironmentConfigId)",
  // Writes, and then refuses.
  "startStreamTest(projectId)",
  "startStreamTest(pypeId)",
  "startStreamTest(streamId)",
  // Only in this made-up world: rows that no call could have written (a sealed secret that is none, one
  // file for two purposes).
  "deleteKnowledgeFile(fileId)",
  "revealSigningSecret(externalAgentId)",
  "revealSigningSecret(projectId)",
]);
