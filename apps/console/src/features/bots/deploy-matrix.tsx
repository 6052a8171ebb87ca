// Which version answers in which environment, since when, by whom; one click back to the one before.
import type { DeploymentData } from "@parley/bot-data/bot";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { EnvironmentBadge, environmentColour, environmentNamed } from "@parley/ui/environment-badge";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useDeploy } from "./use-deploy.ts";
import classes from "./bots.module.css";
import versionClasses from "./versions.module.css";

type Props = { deployments: readonly DeploymentData[] | undefined; onChanged: () => void };

export function DeployMatrix({ deployments, onChanged }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const deploy = useDeploy(projectId);
  const [rollback, setRollback] = useState<DeploymentData>();
  return (
    <section className={versionClasses["matrix"]} aria-label={t("deploy.title")}>
      {(deployments ?? []).map((row) => (
        <div
          key={row.environment}
          className={versionClasses["matrixRow"]}
          data-environment={environmentNamed(row.environment)}
        >
          <EnvironmentBadge environment={environmentNamed(row.environment)} label={row.environment} />
          <div className={versionClasses["matrixWords"]}>
            <strong>
              {row.number === null ? t("deploy.nothing") : t("deploy.version", { number: row.number })}
            </strong>
            {row.deployedAt && (
              <span className={classes["muted"]}>
                {t("deploy.by", { name: row.deployedBy ?? t("someone") })}{" "}
                <RelativeTime at={row.deployedAt} />
              </span>
            )}
          </div>
          {row.previousVersionId && (
            <Button
              size="xs"
              variant="default"
              color={environmentColour[environmentNamed(row.environment)]}
              onClick={() => setRollback(row)}
            >
              {t("deploy.rollback", { number: row.previousNumber })}
            </Button>
          )}
        </div>
      ))}
      {rollback && (
        <ConfirmDialog
          isOpen
          onClose={() => setRollback(undefined)}
          title={t("deploy.rollbackTitle", {
            environment: rollback.environment,
            number: rollback.previousNumber,
          })}
          confirmLabel={t("deploy.rollback", { number: rollback.previousNumber })}
          colour={environmentColour[environmentNamed(rollback.environment)] === "orange" ? "orange" : "teal"}
          onConfirm={async () => {
            await deploy({ versionId: rollback.previousVersionId ?? "", environment: rollback.environment });
            onChanged();
            setRollback(undefined);
          }}
        >
          {t("deploy.rollbackHint")}
        </ConfirmDialog>
      )}
    </section>
  );
}
