// Deploying names what speaks against it before anybody decides.
import type { VersionData } from "@parley/bot-data/version";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { environmentColour } from "@parley/ui/environment-badge";
import { notify } from "@parley/ui/notifications";
import { StatusBadge } from "@parley/ui/status-badge";
import { Checkbox, Stack } from "@mantine/core";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { useDeploy } from "./use-deploy.ts";
import classes from "./versions.module.css";

type Props = {
  version: VersionData;
  environment: "Sandbox" | "Live";
  /** Whether the viewer may deploy what the checks speak against. */
  canForce: boolean;
  onClose: () => void;
  onDone: () => void;
};

export function DeployDialog({ version, environment, canForce, onClose, onDone }: Props) {
  const { t } = useTranslation("bots");
  const { projectId = "" } = useParams();
  const deploy = useDeploy(projectId);
  const [isForced, setIsForced] = useState(false);
  const [isBumped, setIsBumped] = useState(false);
  const against = reasonsAgainst(version, t);
  const colour = environmentColour[environment === "Live" ? "live" : "sandbox"];
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t("deploy.title", { number: version.number, environment })}
      confirmLabel={t("deploy.to", { environment })}
      colour={colour === "orange" ? "orange" : "teal"}
      {...(environment === "Live" && { typedName: "Live" })}
      isBlocked={against.length > 0 && !isForced}
      onConfirm={async () => {
        await deploy({ versionId: version.id, environment, force: isForced, doVersionBump: isBumped });
        notify({ tone: "good", message: t("deploy.doneNotice", { number: version.number, environment }) });
        onDone();
        onClose();
      }}
    >
      <Stack gap="sm">
        <p>{t(environment === "Live" ? "deploy.liveHint" : "deploy.sandboxHint")}</p>
        {against.length > 0 && (
          <>
            <ul className={classes["against"]} aria-label={t("deploy.against")}>
              {against.map((reason) => (
                <li key={reason}>
                  <StatusBadge tone="warning" label={reason} />
                </li>
              ))}
            </ul>
            {canForce ? (
              <Checkbox
                label={t("deploy.force")}
                description={t("deploy.forceHint")}
                checked={isForced}
                onChange={(event) => setIsForced(event.currentTarget.checked)}
              />
            ) : (
              <p>{t("deploy.notReady")}</p>
            )}
          </>
        )}
        {!version.isLocked && (
          <Checkbox
            label={t("deploy.bump")}
            description={t("deploy.bumpHint")}
            checked={isBumped}
            onChange={(event) => setIsBumped(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** As the server will say; one that went out before may go again. */
function reasonsAgainst(version: VersionData, t: TFunction<"bots">): string[] {
  const { validation, training, files, isLocked } = version;
  if (isLocked) return [];
  const hasIntents = files.some((file) => file.filePath.startsWith("intents/"));
  return [
    !validation.at && t("check.never"),
    validation.at && !validation.isCurrent && t("check.stale"),
    validation.isCurrent && validation.errors > 0 && t("check.errors", { count: validation.errors }),
    hasIntents && !training.at && t("train.never"),
    hasIntents && training.at && !training.isCurrent && t("train.stale"),
  ].filter((reason) => typeof reason === "string");
}
