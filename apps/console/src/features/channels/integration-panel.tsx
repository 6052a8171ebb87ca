// One live-agent system: how it is reached, its token and signing secret, and what was sent to it.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { CopyText } from "@parley/ui/copy-text";
import { EnvironmentBand } from "@parley/ui/environment-band";
import { ErrorState } from "@parley/ui/error-state";
import { RelativeTime } from "@parley/ui/relative-time";
import { SidePanel } from "@parley/ui/side-panel";
import { Button, Group, NumberInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { config } from "../../lib/config.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { DeliveryLog } from "./delivery-log.tsx";
import { colourName, useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { deleteIntegration, rotateToken } from "./integration-documents.ts";
import { IntegrationForm } from "./integration-form.tsx";
import type { System } from "./integrations-page.tsx";
import classes from "./channels.module.css";

const revealMutation = graphql(`
  mutation RevealSigningSecret($projectId: ID!, $externalAgentId: ID!) {
    revealSigningSecret(projectId: $projectId, externalAgentId: $externalAgentId)
  }
`);

type Props = {
  environment: Environment;
  system: System;
  onClose: () => void;
  onToken: (token: string | undefined) => void;
  onDeleted: () => void;
};

export function IntegrationPanel({ environment, system, onClose, onToken, onDeleted }: Props) {
  const { t } = useTranslation("channels");
  const { customerId, projectId } = useCustomerPlace();
  const [open, setOpen] = useState<"edit" | "rotate" | "delete">();
  const [hours, setHours] = useState(24);
  const [secret, setSecret] = useState<string>();
  const [failure, setFailure] = useState<{ message: string }>();
  const rotate = useTwins(rotateToken);
  const remove = useTwins(deleteIntegration);
  const [reveal, { isBusy }] = useChange(revealMutation);
  const close = () => setOpen(undefined);
  const place = { customerId, projectId, id: system.id };
  const showSecret = async () => {
    setFailure(undefined);
    try {
      setSecret((await reveal({ projectId, externalAgentId: system.id })).revealSigningSecret);
    } catch (reason) {
      setFailure({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      width={620}
      title={system.integrationName}
      subtitle={system.callbackURL}
    >
      <EnvironmentBand environment={colourName[environment]} />
      <Group gap="xs" mb="md">
        <Button size="xs" variant="default" onClick={() => setOpen("edit")}>
          {t("edit")}
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen("rotate")}>
          {t("systems.rotate")}
        </Button>
        <Button size="xs" variant="default" onClick={() => setOpen("delete")}>
          {t("deleteAction")}
        </Button>
      </Group>
      <dl className={classes["facts"]}>
        <dt>{t("systems.token")}</dt>
        <dd>
          …{system.callbackTokenLastFour}
          {system.previousTokenUntil && (
            <p className={classes["muted"]}>
              {t("systems.previous")} <RelativeTime at={system.previousTokenUntil} />
            </p>
          )}
        </dd>
        <dt>{t("systems.answersTo")}</dt>
        <dd>
          <CopyText
            value={`${config.apiUrl}/external-agents/v1/conversations/CONVERSATION_ID/messages`}
            label={t("systems.answersTo")}
          />
        </dd>
        <dt>{t("systems.secret")}</dt>
        <dd>
          {secret ? (
            <CopyText value={secret} label={t("systems.secret")} />
          ) : (
            <Button size="xs" variant="default" loading={isBusy} onClick={() => void showSecret()}>
              {t("systems.reveal")}
            </Button>
          )}
        </dd>
      </dl>
      {failure && <ErrorState error={failure} isInline />}
      <DeliveryLog systemId={system.id} />
      {open === "edit" && (
        <IntegrationForm environment={environment} system={system} onClose={close} onSaved={close} />
      )}
      <ConfirmDialog
        isOpen={open === "rotate"}
        onClose={close}
        title={t("systems.rotateTitle", { name: system.integrationName })}
        confirmLabel={t("systems.rotate")}
        colour={environment === "Live" ? "orange" : "teal"}
        onConfirm={async () => {
          const answer = await rotate[environment]({ ...place, overlapHours: hours });
          onToken(answer.system.callbackToken ?? undefined);
        }}
      >
        <NumberInput
          label={t("systems.overlap")}
          description={t("systems.overlapHint")}
          min={0}
          max={720}
          value={hours}
          onChange={(value) => setHours(Number(value) || 0)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === "delete"}
        onClose={close}
        title={t("systems.deleteTitle", { name: system.integrationName, environment })}
        typedName={system.integrationName}
        confirmLabel={t("delete.confirm", { environment })}
        onConfirm={async () => {
          await remove[environment](place);
          onClose();
          onDeleted();
        }}
      >
        {t("systems.deleteHint")}
      </ConfirmDialog>
    </SidePanel>
  );
}
