// Publishing: where to, what is checked, a note; the outcome is stored with the release.
import { environmentColour } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./solutions.module.css";

const previewQuery = graphql(`
  query GetPublishPreview($solutionVersionId: ID!, $environment: SolutionEnvironmentsEnum!) {
    publishPreview(solutionVersionId: $solutionVersionId, environment: $environment) {
      solutionVersionId
      canPublish
      current {
        id
        number
      }
      checks {
        name
        passed
        required
        message
      }
    }
  }
`);

const publishMutation = graphql(`
  mutation PublishSolutionVersion(
    $solutionVersionId: ID!
    $environment: SolutionEnvironmentsEnum!
    $note: String
    $force: Boolean
  ) {
    publishSolutionVersion(
      solutionVersionId: $solutionVersionId
      environment: $environment
      note: $note
      force: $force
    ) {
      id
      number
    }
  }
`);

const afterMutation = graphql(`
  mutation AfterSolutionVersionPublish($solutionVersionId: ID!, $environment: SolutionEnvironmentsEnum!) {
    afterSolutionVersionPublish(solutionVersionId: $solutionVersionId, environment: $environment) {
      id
      confirmedAt
    }
  }
`);

type Environment = "SANDBOX" | "LIVE";
type Props = { versionId: string; number: number; onClose: () => void; onPublished: () => void };

export function PublishDialog({ versionId, number, onClose, onPublished }: Props) {
  const { t } = useTranslation("solutions");
  const [environment, setEnvironment] = useState<Environment>("SANDBOX");
  const [note, setNote] = useState("");
  const [isForced, setIsForced] = useState(false);
  const [isSure, setIsSure] = useState(false);
  const [failure, setFailure] = useState<{ message: string }>();
  const preview = useData(previewQuery, { solutionVersionId: versionId, environment });
  const [publish, { isBusy }] = useChange(publishMutation);
  const [confirm] = useChange(afterMutation);
  const data = preview.data?.publishPreview;
  const send = async () => {
    try {
      await publish({ solutionVersionId: versionId, environment, note, force: isForced });
      await confirm({ solutionVersionId: versionId, environment });
      notify({
        tone: "good",
        message: t("publish.done", { number, environment: t(`environment.${environment}`) }),
      });
      onPublished();
      onClose();
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <Modal opened onClose={onClose} title={t("publish.title", { number })} centered size="lg">
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t("publish.target")}
          value={environment}
          data={[
            { value: "SANDBOX", label: t("environment.SANDBOX") },
            { value: "LIVE", label: t("environment.LIVE") },
          ]}
          onChange={(value) => {
            setFailure(undefined);
            setEnvironment(value === "LIVE" ? "LIVE" : "SANDBOX");
          }}
        />
        {data && (
          <p className={classes["muted"]}>
            {data.current ? t("publish.replaces", { number: data.current.number }) : t("publish.first")}
          </p>
        )}
        {preview.error && <ErrorState error={preview.error} isInline />}
        <ul className={classes["checks"]}>
          {(data?.checks ?? []).map((check) => (
            <li key={check.name}>
              <StatusBadge
                tone={check.passed ? "good" : check.required ? "bad" : "warning"}
                label={t(`publish.check.${check.name}`)}
              />{" "}
              {check.message}
            </li>
          ))}
        </ul>
        <TextInput
          label={t("publish.note")}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {data && !data.canPublish && (
          <Checkbox
            label={t("publish.force")}
            checked={isForced}
            onChange={(event) => setIsForced(event.currentTarget.checked)}
          />
        )}
        {environment === "LIVE" && (
          <Checkbox
            label={t("publish.sure")}
            checked={isSure}
            onChange={(event) => setIsSure(event.currentTarget.checked)}
          />
        )}
        {failure && <ErrorState error={failure} isInline />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button
            color={environmentColour[environment === "LIVE" ? "live" : "sandbox"]}
            loading={isBusy}
            disabled={!data || (!data.canPublish && !isForced) || (environment === "LIVE" && !isSure)}
            onClick={() => void send()}
          >
            {t("publish.to", { environment: t(`environment.${environment}`) })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
