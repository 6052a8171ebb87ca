import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ResultOf } from "../../generated/graphql.ts";
import { ProjectCard } from "./project-card.tsx";
import type { projectCardFragment } from "./project-card.tsx";
import classes from "./landing-page.module.css";

type Props = {
  title?: string;
  hint?: string;
  /** undefined while they are on their way. */
  projects: readonly ResultOf<typeof projectCardFragment>[] | undefined;
};

export function ProjectGroup({ title, hint, projects }: Props) {
  const { t } = useTranslation("projects");
  const titleId = useId();
  return (
    <section
      className={classes["group"]}
      {...(title ? { "aria-labelledby": titleId } : { "aria-label": t("landing.title") })}
    >
      {title && (
        <h2 className={classes["groupTitle"]} id={titleId}>
          {title}
        </h2>
      )}
      {hint && <p className={classes["groupHint"]}>{hint}</p>}
      <ul className={classes["cards"]} aria-busy={projects === undefined}>
        {projects?.map((project) => (
          <li key={project.id}>
            <ProjectCard project={project} />
          </li>
        ))}
        {projects === undefined && Array.from({ length: 6 }, (_value, index) => <LoadingCard key={index} />)}
      </ul>
    </section>
  );
}

function LoadingCard() {
  return (
    <li className={classes["card"]} aria-hidden>
      <div className={classes["cardHead"]}>
        <span className={classes["bone"]} style={{ width: 32, height: 32 }} />
        <span className={classes["bone"]} style={{ width: 120, height: 12 }} />
      </div>
    </li>
  );
}
