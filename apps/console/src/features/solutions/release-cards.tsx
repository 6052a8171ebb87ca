// What answers in Sandbox and in Live, and the button that brings back what answered before.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { EnvironmentBadge, environmentColour, environmentNamed } from "@parley/ui/environment-badge";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import classes from "./solutions.module.css";

export const currentReleaseFragment = graphql(`
  fragment CurrentRelease on SolutionRelease {
    id
    number
    solutionVersionId
    environment
    note
    publishedBy
    publishedAt
    previous {
      id
      number
    }
  }
`);

const rollBackMutation = graphql(`
  mutation RollBackSolution($solutionId: ID!, $environment: SolutionEnvironmentsEnum!) {
    rollBackSolution(solutionId: $solutionId, environment: $environment) {
      id
      number
    }
  }
`);

type Release = ResultOf<typeof currentReleaseFragment>;
type Props = { solutionId: string; releases: readonly Release[]; onChanged: () => void };

export function ReleaseCards({ solutionId, releases, onChanged }: Props) {
  const { t } = useTranslation("solutions");
  const { orgId = "", projectId = "" } = useParams();
  const [rollBack] = useChange(rollBackMutation);
  const [asking, setAsking] = useState<Release>();
  const environment = asking && t(`environment.${asking.environment}`);
  return (
    <section className={classes["releases"]} aria-label={t("releases")}>
      {(["SANDBOX", "LIVE"] as const).map((name) => {
        const release = releases.find((candidate) => candidate.environment === name);
        return (
          <div key={name} className={classes["release"]}>
            <EnvironmentBadge environment={environmentNamed(name)} label={t(`environment.${name}`)} />
            <div className={classes["grow"]}>
              {release ? (
                <>
                  <Link
                    className={classes["versionName"]}
                    href={urlTo(paths.solutionVersion, {
                      orgId,
                      projectId,
                      solutionId,
                      solutionVersionId: release.solutionVersionId,
                    })}
                  >
                    {t("version", { number: release.number })}
                  </Link>
                  <p className={classes["muted"]}>
                    {release.publishedBy} <RelativeTime at={release.publishedAt} />
                    {release.note && ` · ${release.note}`}
                  </p>
                </>
              ) : (
                <span className={classes["muted"]}>{t("list.nowhere")}</span>
              )}
            </div>
            {release?.previous && (
              <Button size="xs" variant="default" onClick={() => setAsking(release)}>
                {t("rollBackTo", { number: release.previous.number })}
              </Button>
            )}
          </div>
        );
      })}
      {asking?.previous && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(undefined)}
          title={t("rollBackTitle", { environment })}
          confirmLabel={t("rollBack")}
          colour={environmentColour[environmentNamed(asking.environment)]}
          onConfirm={async () => {
            const answer = await rollBack({ solutionId, environment: asking.environment });
            notify({
              tone: "good",
              message: t("rolledBack", { number: answer.rollBackSolution.number, environment }),
            });
            onChanged();
          }}
        >
          <p>{t("rollBackHint", { from: asking.number, to: asking.previous.number, environment })}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
