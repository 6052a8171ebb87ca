// Whether a visitor must prove who they are, and the secret the page signs with.
import { CopyText } from "@parley/ui/copy-text";
import { ErrorState } from "@parley/ui/error-state";
import { Alert, Button, Group, Skeleton, Stack, Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import type { Channel } from "./compare.ts";
import { useCustomerPlace } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { useLiveStep } from "./live-step.tsx";
import classes from "./channels.module.css";

const verificationQuery = graphql(`
  query GetVisitorVerification($projectId: ID!, $pypeId: ID!) {
    visitorVerification(projectId: $projectId, pypeId: $pypeId) {
      pypeId
      isRequired
      isSet
    }
  }
`);

const setMutation = graphql(`
  mutation SetVisitorVerification($projectId: ID!, $pypeId: ID!, $isRequired: Boolean!, $rotate: Boolean) {
    setVisitorVerification(projectId: $projectId, pypeId: $pypeId, isRequired: $isRequired, rotate: $rotate) {
      pypeId
      isRequired
      isSet
      secret
    }
  }
`);

export function VisitorsTab({ environment, channel }: { environment: Environment; channel: Channel }) {
  const { t } = useTranslation("channels");
  const { projectId } = useCustomerPlace();
  const { data, error, reload } = useData(verificationQuery, { projectId, pypeId: channel.id });
  const [change, { isBusy }] = useChange(setMutation);
  const [secret, setSecret] = useState<string>();
  const [failure, setFailure] = useState<{ message: string }>();
  const [ask, dialog] = useLiveStep();
  if (error) return <ErrorState error={error} onRetry={reload} />;
  if (!data) return <Skeleton height={160} radius={6} mt="md" />;
  const { isRequired, isSet } = data.visitorVerification;
  const set = async (next: boolean, rotate: boolean) => {
    const title = t(rotate ? "visitors.rotateLive" : next ? "visitors.onLive" : "visitors.offLive");
    const hint = t(rotate ? "visitors.rotateHint" : next ? "visitors.onHint" : "visitors.offHint");
    if (!(await ask({ environment, title, hint, label: t("form.saveIn", { environment }) }))) return;
    setFailure(undefined);
    try {
      const answer = await change({ projectId, pypeId: channel.id, isRequired: next, rotate });
      setSecret(answer.setVisitorVerification.secret ?? undefined);
    } catch (reason) {
      setFailure({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <Stack gap="md" maw={640} pt="md">
      <p className={classes["muted"]}>{t("visitors.about")}</p>
      <Switch
        label={t("visitors.required")}
        description={t("visitors.requiredHint")}
        checked={isRequired}
        disabled={isBusy}
        onChange={(event) => void set(event.currentTarget.checked, false)}
      />
      <Group gap="xs">
        <Button variant="default" loading={isBusy} onClick={() => void set(isRequired, true)}>
          {isSet ? t("visitors.rotate") : t("visitors.make")}
        </Button>
      </Group>
      {failure && <ErrorState error={failure} isInline />}
      {secret && (
        <Alert color="yellow" title={t("visitors.secretTitle")}>
          <p className={classes["plain"]}>{t("visitors.secretHint")}</p>
          <CopyText value={secret} label={t("visitors.secret")} />
        </Alert>
      )}
      {dialog}
    </Stack>
  );
}
