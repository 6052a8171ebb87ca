// What must hold before a version goes out, and everything that did, with what was checked then.
import { EmptyState } from "@parley/ui/empty-state";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { IconRocket } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { PublishChecks } from "./publish-checks.tsx";
import { PublishGates } from "./publish-gates.tsx";
import classes from "./solutions.module.css";

const releasesQuery = graphql(`
  query GetSolutionReleases($solutionId: ID!) {
    solutionReleases(solutionId: $solutionId) {
      id
      number
      environment
      isCurrent
      isRollback
      isForced
      note
      publishedBy
      publishedAt
      checks {
        name
        passed
        required
        message
      }
    }
  }
`);

type Release = ResultOf<typeof releasesQuery>["solutionReleases"][number];

export function ReleasesTab({ solutionId }: { solutionId: string }) {
  const { t } = useTranslation("solutions");
  const { data, error, reload } = useData(releasesQuery, { solutionId }, { types: ["SolutionRelease"] });
  return (
    <>
      <PublishGates solutionId={solutionId} />
      <section className={classes["section"]} aria-label={t("history.title")}>
        <h2 className={classes["heading"]}>{t("history.title")}</h2>
        {error && <ErrorState error={error} onRetry={reload} isInline />}
        {data?.solutionReleases.length === 0 && (
          <EmptyState
            icon={<IconRocket size={20} />}
            title={t("history.empty")}
            hint={t("history.emptyHint")}
          />
        )}
        {data && data.solutionReleases.length > 0 && (
          <ol className={classes["list"]}>
            {data.solutionReleases.map((release) => (
              <ReleaseItem key={release.id} release={release} />
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

function ReleaseItem({ release }: { release: Release }) {
  const { t } = useTranslation("solutions");
  const failed = release.checks.filter((check) => !check.passed).length;
  return (
    <li className={classes["listItem"]}>
      <div className={classes["badges"]}>
        <EnvironmentBadge
          environment={environmentNamed(release.environment)}
          label={t(`environment.${release.environment}`)}
        />
        <strong>{t("version", { number: release.number })}</strong>
        {release.isCurrent && <StatusBadge tone="good" label={t("history.current")} />}
        {release.isRollback && <StatusBadge tone="info" label={t("history.rollback")} />}
        {release.isForced && failed > 0 && <StatusBadge tone="warning" label={t("history.forced")} />}
        <span className={classes["muted"]}>
          {release.publishedBy} <RelativeTime at={release.publishedAt} />
        </span>
      </div>
      {release.note && <p className={classes["words"]}>{release.note}</p>}
      <details className={classes["checksOf"]}>
        <summary>
          {failed === 0
            ? t("history.allPassed", { count: release.checks.length })
            : t("history.someFailed", { count: failed })}
        </summary>
        <PublishChecks checks={release.checks} />
      </details>
    </li>
  );
}
