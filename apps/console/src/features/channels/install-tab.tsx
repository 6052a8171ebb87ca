// How a widget gets on a page, where it may appear, and where it was seen.
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Stack } from "@mantine/core";
import { IconWorldSearch } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import type { Widget } from "./compare.ts";
import { EmbedSnippet } from "./embed-snippet.tsx";
import { useCustomerPlace } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { readSightings } from "./sightings.ts";
import classes from "./widget.module.css";

const domainsQuery = graphql(`
  query GetAllowedDomains($id: ID!) {
    projectById(id: $id) {
      id
      projectEnvironmentConfig {
        id
        status
        environment {
          id
          name
        }
        domains {
          id
          displayUrl
        }
      }
    }
  }
`);

export function InstallTab({ environment, widget }: { environment: Environment; widget: Widget }) {
  const { t } = useTranslation("channels");
  return (
    <Stack gap="xl" pt="md" maw={820}>
      <EmbedSnippet widgetId={widget.id} />
      <AllowedDomains environment={environment} />
      <section>
        <h2 className={classes["heading"]}>{t("install.check")}</h2>
        <Sightings widget={widget} />
      </section>
    </Stack>
  );
}

function AllowedDomains({ environment }: { environment: Environment }) {
  const { t } = useTranslation("channels");
  const { orgId, projectId } = useCustomerPlace();
  const { data } = useData(domainsQuery, { id: projectId });
  const settings = data?.projectById?.projectEnvironmentConfig.find(
    (config) => config.environment.name === environment,
  );
  return (
    <section className={classes["section"]}>
      <h2 className={classes["heading"]}>{t("install.domains")}</h2>
      <p className={classes["muted"]}>{t("install.domainsHint", { environment })}</p>
      {data && (settings?.domains.length ?? 0) === 0 && (
        <StatusBadge tone="warning" label={t("install.noDomains")} />
      )}
      <ul className={classes["plainList"]}>
        {settings?.domains.map(({ id, displayUrl }) => (
          <li key={id}>
            <code>{displayUrl}</code>
          </li>
        ))}
      </ul>
      <Link href={urlTo(paths.project, { orgId, projectId })}>{t("install.changeDomains")}</Link>
    </section>
  );
}

function Sightings({ widget }: { widget: Widget }) {
  const { t } = useTranslation("channels");
  const sightings = readSightings(widget.sightings);
  if (sightings.length === 0)
    return (
      <EmptyState
        icon={<IconWorldSearch size={20} />}
        title={t("install.never")}
        hint={t("install.neverHint")}
      />
    );
  return (
    <table className={classes["table"]}>
      <thead>
        <tr>
          <th scope="col">{t("install.page")}</th>
          <th scope="col">{t("install.seen")}</th>
          <th scope="col">{t("install.times")}</th>
          <th scope="col">{t("install.state")}</th>
        </tr>
      </thead>
      <tbody>
        {sightings.map(({ pageUrl, isAllowed, lastSeenAt, times }) => (
          <tr key={pageUrl}>
            <td>{pageUrl}</td>
            <td>
              <RelativeTime at={lastSeenAt} />
            </td>
            <td className={classes["number"]}>{times.toLocaleString()}</td>
            <td>
              <StatusBadge
                tone={isAllowed ? "good" : "bad"}
                label={isAllowed ? t("install.allowed") : t("install.refused")}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
