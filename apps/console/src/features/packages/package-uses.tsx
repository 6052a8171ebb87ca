// Where a package is used: every applet the viewer may see, and how many they may not.
import { Link } from "@parley/ui/link";
import { useTranslation } from "react-i18next";
import { paths, urlTo } from "../../shared/urls.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import type { packageQuery } from "./package-documents.ts";
import classes from "./packages.module.css";

type Usage = ResultOf<typeof packageQuery>["packageUsage"];

export function PackageUses({ usage }: { usage: Usage }) {
  const { t } = useTranslation("packages");
  return (
    <section className={classes["card"]} aria-label={t("uses.title")}>
      <h2 className={classes["heading"]}>{t("uses.title")}</h2>
      {usage.uses.length + usage.hiddenCount === 0 && <p className={classes["muted"]}>{t("uses.none")}</p>}
      <ul className={classes["uses"]}>
        {usage.uses.map((use, index) => (
          <li key={`${use.appletInstanceId} ${index}`}>
            <UseLink use={use} />
            <span className={classes["muted"]}>
              {t("uses.place", {
                project: use.projectName ?? t("uses.draft"),
                environment: use.environmentName ?? "",
                step: use.stepName,
                version: use.version,
              })}
            </span>
          </li>
        ))}
      </ul>
      {usage.hiddenCount > 0 && (
        <p className={classes["muted"]}>{t("uses.hidden", { count: usage.hiddenCount })}</p>
      )}
    </section>
  );
}

function UseLink({ use }: { use: Usage["uses"][number] }) {
  const { appletInstanceId, projectId, accountId, projectEnvironmentConfigId } = use;
  if (!projectId || !accountId || !projectEnvironmentConfigId)
    return <strong>{use.appletInstanceName}</strong>;
  return (
    <Link
      className={classes["name"]}
      href={urlTo(paths.appletInstance, {
        orgId: accountId,
        projectId,
        environmentConfigId: projectEnvironmentConfigId,
        appletInstanceId,
      })}
    >
      {use.appletInstanceName}
    </Link>
  );
}
