import { IconSelector } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { Monogram } from "../../shared/monogram.tsx";
import { rememberProject } from "../../shared/recent-projects.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { DropPanel } from "@parley/ui/drop-panel";
import { moveWithArrows } from "./move-with-arrows.ts";
import { useSwitcherProjects } from "./switcher-projects.ts";
import panel from "./panel.module.css";
import classes from "./switcher.module.css";

type Props = { organizationId: string; projectId: string };

export function ProjectSwitcher({ organizationId, projectId }: Props) {
  const { t } = useTranslation();
  const projects = useSwitcherProjects(organizationId);
  const current = projects.find((project) => project.id === projectId);
  useEffect(() => rememberProject(projectId), [projectId]);
  return (
    <DropPanel
      label={t("shell.projects")}
      prefix={t("shell.switchProject")}
      className={classes["switcher"]}
      button={
        <>
          <Monogram name={current?.name ?? ""} picture={current?.picture} />
          <span className={classes["name"]}>{current?.name}</span>
          <IconSelector size={15} aria-hidden />
        </>
      }
    >
      {(close) => (
        <ProjectList
          projects={projects}
          projectId={projectId}
          organizationId={organizationId}
          onChosen={close}
        />
      )}
    </DropPanel>
  );
}

type ListProps = Props & { projects: ReturnType<typeof useSwitcherProjects>; onChosen: () => void };

function ProjectList({ projects, projectId, organizationId, onChosen }: ListProps) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState("");
  const shown = projects.filter((project) =>
    project.name.toLowerCase().includes(filter.trim().toLowerCase()),
  );
  return (
    <div onKeyDown={moveWithArrows}>
      <input
        className={panel["filter"]}
        aria-label={t("shell.findProject")}
        placeholder={t("shell.findProject")}
        value={filter}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to search or choose
        autoFocus
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ul className={panel["list"]}>
        {shown.map((project) => (
          <li key={project.id}>
            <Link
              className={panel["item"]}
              to={urlTo(paths.project, { orgId: organizationId, projectId: project.id })}
              onClick={onChosen}
              {...(project.id === projectId ? { "aria-current": "true" as const } : {})}
            >
              <Monogram name={project.name} picture={project.picture} size={20} />
              <span className={panel["itemName"]}>{project.name}</span>
            </Link>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={panel["none"]}>{t("shell.noMatch")}</p>}
    </div>
  );
}
