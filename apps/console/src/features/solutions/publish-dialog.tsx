// Publishing: where to, what changes there, what is checked, a note; the outcome is stored with the release.
import { EnvironmentBand } from "@parley/ui/environment-band";
import { environmentColour, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { Button, Checkbox, Group, Modal, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { PublishChecks } from "./publish-checks.tsx";
import { VersionDifferences } from "./version-differences.tsx";
import classes from "./solutions.module.css";

const previewQuery = graphql(`
  query GetPublishPreview($solutionVersionId: ID!, $environment: SolutionEnvironmentsEnum!) {
    publishPreview(solutionVersionId: $solutionVersionId, environment: $environment) {
      solutionVersionId
      environment
      canPublish
      current {
        id
        number
        solutionVersionId
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

const testMutation = graphql(`
  mutation TestCredentialBeforePublish($id: ID!) {
    testCredential(id: $id) {
      ok
      message
    }
  }
`);

type Environment = "SANDBOX" | "LIVE";
type Props = {
  versionId: string;
  number: number;
  credentialId: string | undefined;
  onClose: () => void;
  onPublished: () => void;
};

export function PublishDialog({ versionId, number, credentialId, onClose, onPublished }: Props) {
  const { t } = useTranslation("solutions");
  const [environment, setEnvironment] = useState<Environment>("SANDBOX");
  const [note, setNote] = useState("");
  const [isForced, setIsForced] = useState(false);
  const [isSure, setIsSure] = useState(false);
  const [failure, setFailure] = useState<{ message: string }>();
  const preview = useData(previewQuery, { solutionVersionId: versionId, environment });
  const [publish, { isBusy }] = useChange(publishMutation);
  const [confirm] = useChange(afterMutation);
  const [test, testing] = useChange(testMutation);
  const answered = preview.data?.publishPreview;
  const data = answered?.environment === environment ? answered : undefined;
  const there = data?.current;
  const credential = data?.checks.find((check) => check.name === "credential");
  const attempt = async (act: () => Promise<void>) => {
    setFailure(undefined);
    try {
      await act();
    } catch (error) {
      setFailure({ message: error instanceof Error ? error.message : String(error) });
    }
  };
  const send = () =>
    attempt(async () => {
      await publish({ solutionVersionId: versionId, environment, note, force: isForced });
      await confirm({ solutionVersionId: versionId, environment });
      notify({
        tone: "good",
        message: t("publish.done", { number, environment: t(`environment.${environment}`) }),
      });
      onPublished();
      onClose();
    });
  const testModel = (id: string) =>
    attempt(async () => {
      await test({ id });
      preview.reload();
    });
  return (
    <Modal opened onClose={onClose} title={t("publish.title", { number })} centered size="xl">
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
            setIsForced(false);
            setEnvironment(value === "LIVE" ? "LIVE" : "SANDBOX");
          }}
        />
        <EnvironmentBand
          environment={environmentNamed(environment)}
          label={t(`environment.${environment}`)}
        />
        {preview.error && <ErrorState error={preview.error} onRetry={preview.reload} isInline />}
        <section aria-label={t("publish.checklist")}>
          <h3 className={classes["subheading"]}>{t("publish.checklist")}</h3>
          <PublishChecks checks={data?.checks ?? []} />
          {credential && !credential.passed && credentialId && (
            <Button
              size="xs"
              variant="default"
              mt="xs"
              loading={testing.isBusy}
              onClick={() => void testModel(credentialId)}
            >
              {t("publish.testModel")}
            </Button>
          )}
        </section>
        {data && !there && <p className={classes["muted"]}>{t("publish.first")}</p>}
        {there?.solutionVersionId === versionId && <p className={classes["muted"]}>{t("publish.nothing")}</p>}
        {there && there.solutionVersionId !== versionId && (
          <div className={classes["publishChanges"]}>
            <VersionDifferences ids={[there.solutionVersionId, versionId]} title={t("publish.changes")} />
          </div>
        )}
        <TextInput
          label={t("publish.note")}
          placeholder={t("publish.notePlaceholder")}
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
            color={environmentColour[environmentNamed(environment)]}
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
