// What the pages of each project load: one entry per active environment, with where it counts and whom it talks to.
import { CopyText } from "@parley/ui/copy-text";
import { EmptyState } from "@parley/ui/empty-state";
import { environmentNamed, EnvironmentBadge } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./packages.module.css";

const applicationsQuery = graphql(`
  query GetApplicationPackages {
    applicationPackages {
      name
      packages {
        name
        analytics {
          instanceAddress
          projectKey
        }
        pype {
          app_id
          analytics_key
          analytics_host
        }
      }
    }
  }
`);

export function ApplicationsTab() {
  const { t } = useTranslation("packages");
  const { data, error, reload } = useData(applicationsQuery, {}, { types: ["Application"] });
  if (error) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const applications = data?.applicationPackages ?? [];
  return (
    <div className={classes["section"]}>
      {data && applications.length === 0 && (
        <EmptyState title={t("applications.empty")} hint={t("applications.emptyHint")} />
      )}
      {applications.map((application) => (
        <section key={application.name} className={classes["card"]} aria-label={application.name}>
          <h2 className={classes["heading"]}>{application.name}</h2>
          {application.packages.map(({ name, analytics, pype }) => (
            <div key={pype.app_id} className={classes["application"]}>
              <EnvironmentBadge environment={environmentNamed(name)} />
              <dl className={classes["facts"]}>
                <dt>{t("applications.appId")}</dt>
                <dd>
                  <CopyText value={pype.app_id} label={t("applications.appId")} />
                </dd>
                <dt>{t("applications.key")}</dt>
                <dd>
                  <CopyText value={analytics.projectKey} label={t("applications.key")} />
                </dd>
                <dt>{t("applications.address")}</dt>
                <dd>
                  <CopyText value={analytics.instanceAddress} label={t("applications.address")} />
                </dd>
                <dt>{t("applications.host")}</dt>
                <dd>
                  <CopyText value={pype.analytics_host} label={t("applications.host")} />
                </dd>
              </dl>
            </div>
          ))}
        </section>
      ))}
    </div>
  );
}
