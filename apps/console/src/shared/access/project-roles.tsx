// Assigned projects, each with the roles held in it only; projects are added and taken away here.
import { ActionIcon, MultiSelect, Select } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { ProjectOption, RoleOption } from "./account-details.ts";
import classes from "./access.module.css";

type Props = {
  projects: readonly ProjectOption[];
  roles: readonly RoleOption[];
  value: Readonly<Record<string, readonly string[]>>;
  onChange: (value: Record<string, readonly string[]>) => void;
  /** Names of assigned projects the viewer's list does not hold. */
  nameOf?: (projectId: string) => string | undefined;
  isDisabled?: boolean;
};

export function ProjectRoles({ projects, roles, value, onChange, nameOf, isDisabled = false }: Props) {
  const { t } = useTranslation("access");
  const assigned = Object.keys(value);
  const nameOfProject = (id: string) =>
    projects.find((project) => project.id === id)?.name ?? nameOf?.(id) ?? id;
  const free = projects.filter((project) => !assigned.includes(project.id));
  return (
    <div className={classes["projects"]}>
      {assigned.length === 0 && <p className={classes["none"]}>{t("noProjects")}</p>}
      {assigned
        .toSorted((left, right) => nameOfProject(left).localeCompare(nameOfProject(right)))
        .map((projectId) => (
          <div key={projectId} className={classes["projectRow"]}>
            <span className={classes["projectName"]}>{nameOfProject(projectId)}</span>
            <MultiSelect
              className={classes["projectRoles"] ?? ""}
              aria-label={t("rolesIn", { project: nameOfProject(projectId) })}
              placeholder={value[projectId]?.length ? "" : t("noRolesHere")}
              data={rolesFor(projects, roles, projectId)}
              value={[...(value[projectId] ?? [])]}
              disabled={isDisabled}
              searchable
              comboboxProps={{ withinPortal: true }}
              onChange={(roleIds) => onChange({ ...value, [projectId]: roleIds })}
            />
            {!isDisabled && (
              <ActionIcon
                aria-label={t("takeAway", { project: nameOfProject(projectId) })}
                onClick={() =>
                  onChange(Object.fromEntries(Object.entries(value).filter(([id]) => id !== projectId)))
                }
              >
                <IconTrash size={15} />
              </ActionIcon>
            )}
          </div>
        ))}
      {!isDisabled && free.length > 0 && (
        <Select
          aria-label={t("addProject")}
          placeholder={t("addProject")}
          data={free.map((project) => ({ value: project.id, label: project.name }))}
          value={null}
          searchable
          nothingFoundMessage={t("nothingFound")}
          onChange={(projectId) => projectId && onChange({ ...value, [projectId]: [] })}
        />
      )}
    </div>
  );
}

/** The roles of the products that are on in the project. */
export function rolesFor(
  projects: readonly ProjectOption[],
  roles: readonly RoleOption[],
  projectId: string,
) {
  const project = projects.find((candidate) => candidate.id === projectId);
  const products = new Set(project?.projectProductSettings.map(({ productId }) => productId));
  return roles
    .filter((role) => !project || products.has(role.productId))
    .map((role) => ({ value: role.id, label: role.name }));
}
