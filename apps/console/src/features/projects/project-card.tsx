import { Link } from "@parley/ui/link";
import { RelativeTime } from "@parley/ui/relative-time";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { Monogram } from "../../shared/monogram.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import classes from "./landing-page.module.css";

export const projectCardFragment = graphql(`
  fragment ProjectCard on Project {
    id
    accountId
    name
    description
    picture
    updatedAt
    projectProductSettings {
      productId
      product {
        id
        displayName
      }
    }
  }
`);

export function ProjectCard({ project }: { project: ResultOf<typeof projectCardFragment> }) {
  const { t } = useTranslation("projects");
  return (
    <Link
      className={classes["card"]}
      href={urlTo(paths.project, { orgId: project.accountId, projectId: project.id })}
    >
      <div className={classes["cardHead"]}>
        <Monogram name={project.name} picture={project.picture} size={32} />
        <h3 className={classes["cardName"]}>{project.name}</h3>
        <RelativeTime at={project.updatedAt} />
      </div>
      <p className={classes["description"]}>{project.description || t("noDescription")}</p>
      <div className={classes["products"]}>
        {project.projectProductSettings.map(({ productId, product }) => (
          <span key={productId} className={classes["product"]}>
            {product.displayName}
          </span>
        ))}
      </div>
    </Link>
  );
}
