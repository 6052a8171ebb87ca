import { expect, test } from "vitest";
import { changeBetween, countChanges, noAccess } from "./access-draft.ts";

const before = {
  ...noAccess,
  roleIds: ["builder", "auditor"],
  teamIds: ["care"],
  projects: { desk: ["builder"], old: [] },
};

test("nothing edited is no change", () => {
  const change = changeBetween(before, { ...before, roleIds: ["auditor", "builder"] });
  expect(countChanges(change)).toBe(0);
  expect(change.projectRolesUpdate).toEqual([]);
});

test("names what is added and what is taken away, roles in projects included", () => {
  const change = changeBetween(before, {
    ...before,
    roleIds: ["auditor", "admin"],
    teamIds: [],
    projects: { desk: ["viewer"], fresh: ["builder"] },
  });
  expect(change).toEqual({
    roleIdsToAdd: ["admin"],
    roleIdsToRemove: ["builder"],
    teamIdsToAdd: [],
    teamIdsToRemove: ["care"],
    userIdsToAdd: [],
    userIdsToRemove: [],
    projectIdsToAdd: ["fresh"],
    projectIdsToRemove: ["old"],
    projectRolesUpdate: [
      { projectId: "desk", roleIdsToAdd: ["viewer"], roleIdsToRemove: ["builder"] },
      { projectId: "fresh", roleIdsToAdd: ["builder"], roleIdsToRemove: [] },
    ],
  });
  expect(countChanges(change)).toBe(8);
});
