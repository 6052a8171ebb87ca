// Where another system calls, and the secret it signs with: shown once, when it is made.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { CopyText } from "@parley/ui/copy-text";
import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import classes from "../applets.module.css";

const rotateMutation = graphql(`
  mutation RotateAppletWebhookSecret($triggerId: ID!) {
    rotateAppletWebhookSecret(triggerId: $triggerId) {
      url
      secret
    }
  }
`);

type Props = { triggerId: string; webhook: { url: string; secretLast4: string } };

export function WebhookAddress({ triggerId, webhook }: Props) {
  const { t } = useTranslation("applets");
  const [isAsking, setIsAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [rotate] = useChange(rotateMutation);
  return (
    <div className={classes["webhook"]}>
      <p className={classes["small"]}>{t("webhook.address")}</p>
      <CopyText value={webhook.url} label={t("webhook.address")} />
      <div className={classes["line"]}>
        <span className={classes["muted"]}>
          {t("webhook.secret", { last4: secret?.slice(-4) ?? webhook.secretLast4 })}
        </span>
        <Button size="xs" variant="default" onClick={() => setIsAsking(true)}>
          {t("webhook.rotate")}
        </Button>
      </div>
      {secret && (
        <Alert color="orange" title={t("webhook.once")} mt={8}>
          <CopyText value={secret} label={t("webhook.newSecret")} />
        </Alert>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("webhook.rotateTitle")}
        confirmLabel={t("webhook.rotate")}
        colour="orange"
        onConfirm={async () => {
          const answer = await rotate({ triggerId });
          setSecret(answer.rotateAppletWebhookSecret.secret);
        }}
      >
        <p>{t("webhook.rotateHint")}</p>
      </ConfirmDialog>
    </div>
  );
}
