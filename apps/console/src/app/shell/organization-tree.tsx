// The organisations somebody can see, as a tree; typing narrows it to matches with their parents.
import { IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Monogram } from "../../shared/monogram.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import { useOrganizations } from "../../shared/viewer.tsx";
import { matching, treeOrder } from "./tree-order.ts";
import { moveWithArrows } from "./move-with-arrows.ts";
import classes from "./panel.module.css";

export function OrganizationTree({
  currentId,
  onChosen,
}: {
  currentId: string | undefined;
  onChosen: () => void;
}) {
  const { t } = useTranslation();
  const organizations = useOrganizations();
  const [filter, setFilter] = useState("");
  const shown = matching(treeOrder(organizations), filter);
  return (
    <div onKeyDown={moveWithArrows}>
      <input
        className={classes["filter"]}
        aria-label={t("shell.findOrganization")}
        placeholder={t("shell.findOrganization")}
        value={filter}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to search or choose
        autoFocus
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ul className={classes["list"]}>
        {shown.map(({ organization, depth }) => (
          <li key={organization.id}>
            <Link
              className={classes["item"]}
              style={{ paddingLeft: 8 + depth * 18 }}
              to={urlTo(paths.landing, { orgId: organization.id })}
              onClick={onChosen}
              {...(organization.id === currentId ? { "aria-current": "true" as const } : {})}
            >
              <Monogram name={organization.name} size={20} />
              <span className={classes["itemName"]}>{organization.name}</span>
              {organization.id === currentId && <IconCheck size={15} aria-hidden />}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={classes["none"]}>{t("shell.noMatch")}</p>}
    </div>
  );
}
