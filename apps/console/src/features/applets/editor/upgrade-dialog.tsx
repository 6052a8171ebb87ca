// A newer version of a step's package or of the template: what its schema changes, and what the options break.
import { DiffView } from "@parley/ui/diff-view";
import { ErrorState } from "@parley/ui/error-state";
import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { graphql } from "../../../generated/graphql.ts";
import { useData } from "../../../lib/graphql/use-data.ts";
import classes from "../applets.module.css";

const previewQuery = graphql(`
  query GetAppletUpgradePreview($appletInstanceId: ID!, $stepId: ID, $versionId: ID!) {
    appletUpgradePreview(appletInstanceId: $appletInstanceId, stepId: $stepId, versionId: $versionId) {
      fromVersion
      toVersion
      changes {
        field
        kind
        message
      }
      problems {
        field
        message
      }
    }
  }
`);

type Props = {
  name: string;
  appletInstanceId: string;
  /** The template itself when absent. */
  stepId?: string;
  versionId: string;
  before: unknown;
  after: unknown;
  onClose: () => void;
  onUpgrade: () => void;
};

export function UpgradeDialog({ name, appletInstanceId, stepId, versionId, before, after, ...on }: Props) {
  const { t } = useTranslation("applets");
  const variables = { appletInstanceId, stepId: stepId ?? null, versionId };
  const { data, error } = useData(previewQuery, variables);
  const preview = data?.appletUpgradePreview;
  return (
    <Modal opened onClose={on.onClose} size="lg" centered title={t("upgrade.title", { name })}>
      <Stack gap="sm">
        {error && <ErrorState error={error} isInline />}
        {preview && (
          <>
            <p className={classes["muted"]}>
              {t("upgrade.versions", { from: preview.fromVersion, to: preview.toVersion })}
            </p>
            {preview.changes.length === 0 && <p className={classes["plain"]}>{t("upgrade.same")}</p>}
            <ul className={classes["changes"]}>
              {preview.changes.map((change) => (
                <li key={change.field} data-kind={change.kind}>
                  <strong>{t(`upgrade.${change.kind}`)}</strong> <code>{optionOf(change.field)}</code>{" "}
                  {change.message}
                </li>
              ))}
            </ul>
            <details>
              <summary>{t("upgrade.schema")}</summary>
              <DiffView
                beforeLabel={preview.fromVersion}
                afterLabel={preview.toVersion}
                fields={[
                  {
                    label: t("upgrade.schema"),
                    before: written(before),
                    after: written(after),
                    kind: "lines",
                  },
                ]}
              />
            </details>
            {preview.problems.length > 0 ? (
              <Alert color="orange" title={t("upgrade.breaks")}>
                <ul className={classes["problems"]}>
                  {preview.problems.map((problem) => (
                    <li key={problem.field}>
                      <code>{optionOf(problem.field)}</code> {problem.message}
                    </li>
                  ))}
                </ul>
              </Alert>
            ) : (
              <p className={classes["plain"]}>{t("upgrade.fits")}</p>
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={on.onClose}>
            {t("cancel")}
          </Button>
          <Button disabled={!preview} onClick={on.onUpgrade}>
            {preview ? t("upgrade.action", { version: preview.toVersion }) : t("upgrade.wait")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

/** `actions.0.options.queue` is the option queue: the dialog is about one step alone. */
function optionOf(field: string): string {
  return field.replace(/^(?:(?:triggers|actions)\.\d+\.)?options\./u, "");
}

function written(schema: unknown): string {
  return JSON.stringify(schema, null, 2);
}
