import { Link } from "@parley/ui/link";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { paths, urlTo } from "../../shared/urls.ts";
import { useEnvironments } from "./environments.ts";
import classes from "./applets.module.css";

/** The same tab in the project's other environment. */
export function EnvironmentSwitch() {
  const { t } = useTranslation("applets");
  const { orgId = "", projectId = "", environmentConfigId = "" } = useParams();
  const { environments = [] } = useEnvironments(projectId);
  const search = new URLSearchParams(location.search).get("tab");
  return (
    <nav className={classes["switch"]} aria-label={t("environments")}>
      {environments.map(({ id, name, status }) => (
        <Link
          key={id}
          href={`${urlTo(paths.appletInstances, { orgId, projectId, environmentConfigId: id })}${search ? `?tab=${search}` : ""}`}
          {...(id === environmentConfigId && { "aria-current": "page" as const })}
        >
          {name}
          {status !== "ACTIVE" && <span className={classes["muted"]}> {t("off")}</span>}
        </Link>
      ))}
    </nav>
  );
}
