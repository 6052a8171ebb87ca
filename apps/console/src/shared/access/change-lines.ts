// A pending change in words, one line each.
import type { TFunction } from "i18next";
import type { AccessChange } from "./access-draft.ts";

export type ChangeLine = { kind: "added" | "removed"; text: string };

export type Names = {
  role: (id: string) => string;
  team: (id: string) => string;
  user: (id: string) => string;
  project: (id: string) => string;
};

export function changeLines(change: AccessChange, names: Names, t: TFunction<"access">): ChangeLine[] {
  const lines = (
    kind: ChangeLine["kind"],
    what: string,
    ids: readonly string[],
    name: (id: string) => string,
  ) => ids.map((id) => ({ kind, text: t(`line.${what}`, { name: name(id) }) }));
  return [
    ...lines("added", "role", change.roleIdsToAdd, names.role),
    ...lines("removed", "role", change.roleIdsToRemove, names.role),
    ...lines("added", "team", change.teamIdsToAdd, names.team),
    ...lines("removed", "team", change.teamIdsToRemove, names.team),
    ...lines("added", "user", change.userIdsToAdd, names.user),
    ...lines("removed", "user", change.userIdsToRemove, names.user),
    ...lines("added", "project", change.projectIdsToAdd, names.project),
    ...lines("removed", "project", change.projectIdsToRemove, names.project),
    ...change.projectRolesUpdate.flatMap(({ projectId, roleIdsToAdd, roleIdsToRemove }) => {
      const inProject = (roleId: string) =>
        t("roleInProject", { role: names.role(roleId), project: names.project(projectId) });
      return [
        ...lines("added", "role", roleIdsToAdd, inProject),
        ...lines("removed", "role", roleIdsToRemove, inProject),
      ];
    }),
  ];
}
