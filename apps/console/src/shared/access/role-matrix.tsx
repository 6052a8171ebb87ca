// Projects down, roles across: what is held in each project only.
import { ActionIcon, Button, Checkbox, Select } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { toggled } from "./access-draft.ts";
import type { ProjectOption, RoleOption } from "./account-details.ts";
import { rolesByProduct } from "./account-details.ts";
import { rolesFor } from "./project-roles.tsx";
import classes from "./role-matrix.module.css";

type Value = Readonly<Record<string, readonly string[]>>;
type Props = {
  projects: readonly ProjectOption[];
  roles: readonly RoleOption[];
  value: Value;
  saved: Value;
  onChange: (value: Record<string, readonly string[]>) => void;
  nameOf: (projectId: string) => string;
  isDisabled?: boolean;
};

export function RoleMatrix({ projects, roles, value, saved, onChange, nameOf, isDisabled = false }: Props) {
  const { t } = useTranslation("access");
  const offered = new Set(
    projects.flatMap((project) => project.projectProductSettings.map((s) => s.productId)),
  );
  const held = new Set(Object.values(value).flat());
  const columns = roles.filter((role) => offered.has(role.productId) || held.has(role.id));
  const assigned = Object.keys(value).toSorted((left, right) => nameOf(left).localeCompare(nameOf(right)));
  const free = projects.filter((project) => value[project.id] === undefined);
  const possible = (projectId: string, roleId: string) =>
    rolesFor(projects, roles, projectId).some((option) => option.value === roleId);
  const copyToAll = (from: string) =>
    onChange(
      Object.fromEntries(
        assigned.map((id) => [id, (value[from] ?? []).filter((roleId) => possible(id, roleId))]),
      ),
    );
  return (
    <>
      {assigned.length === 0 && <p className={classes["none"]}>{t("noProjects")}</p>}
      {assigned.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable
        <div className={classes["scroll"]} tabIndex={0} role="region" aria-label={t("matrix")}>
          <table className={classes["matrix"]}>
            <thead>
              <tr>
                <th rowSpan={2} scope="col">
                  {t("project")}
                </th>
                {rolesByProduct(columns).map((group) => (
                  <th key={group.productId} colSpan={group.roles.length} scope="colgroup">
                    {group.productName}
                  </th>
                ))}
                <th rowSpan={2} aria-label={t("actions")} />
              </tr>
              <tr>
                {rolesByProduct(columns).flatMap((group) =>
                  group.roles.map((role) => (
                    <th key={role.id} scope="col">
                      {role.name}
                    </th>
                  )),
                )}
              </tr>
            </thead>
            <tbody>
              {assigned.map((projectId) => (
                <tr key={projectId}>
                  <th scope="row">{nameOf(projectId)}</th>
                  {rolesByProduct(columns).flatMap((group) =>
                    group.roles.map((role) => {
                      const isHeld = value[projectId]?.includes(role.id) ?? false;
                      const wasHeld = saved[projectId]?.includes(role.id) ?? false;
                      return (
                        <td key={role.id} data-staged={isHeld !== wasHeld || undefined}>
                          <Checkbox
                            size="xs"
                            aria-label={t("roleInProject", { role: role.name, project: nameOf(projectId) })}
                            checked={isHeld}
                            disabled={isDisabled || (!isHeld && !possible(projectId, role.id))}
                            onChange={() =>
                              onChange({ ...value, [projectId]: toggled(value[projectId] ?? [], role.id) })
                            }
                          />
                        </td>
                      );
                    }),
                  )}
                  <td className={classes["rowActions"]}>
                    {!isDisabled && (
                      <>
                        {assigned.length > 1 && (
                          <Button size="compact-xs" variant="subtle" onClick={() => copyToAll(projectId)}>
                            {t("copyToAll")}
                          </Button>
                        )}
                        <ActionIcon
                          aria-label={t("takeAway", { project: nameOf(projectId) })}
                          onClick={() =>
                            onChange(
                              Object.fromEntries(Object.entries(value).filter(([id]) => id !== projectId)),
                            )
                          }
                        >
                          <IconTrash size={15} />
                        </ActionIcon>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isDisabled && free.length > 0 && (
        <Select
          className={classes["add"] ?? ""}
          aria-label={t("addProject")}
          placeholder={t("addProject")}
          data={free.map((project) => ({ value: project.id, label: project.name }))}
          value={null}
          searchable
          nothingFoundMessage={t("nothingFound")}
          onChange={(projectId) => projectId && onChange({ ...value, [projectId]: [] })}
        />
      )}
    </>
  );
}
