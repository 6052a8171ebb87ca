// A draft copy in another environment, with what will have to change there.
import { ErrorState } from "@parley/ui/error-state";
import { Alert, Button, Group, Modal, Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import classes from "./applets.module.css";

const placesQuery = graphql(`
  query GetCopyPlaces($accountId: ID!) {
    projects(filterCriteria: { accountId: $accountId }) {
      id
      name
      projectEnvironmentConfig {
        id
        environment {
          id
          name
        }
      }
    }
  }
`);

const previewQuery = graphql(`
  query GetAppletCopyPreview($appletInstanceId: ID!, $projectEnvironmentConfigId: ID!) {
    appletCopyPreview(
      appletInstanceId: $appletInstanceId
      projectEnvironmentConfigId: $projectEnvironmentConfigId
    ) {
      differences {
        field
        message
      }
    }
  }
`);

const copyMutation = graphql(`
  mutation CopyAppletInstance($appletInstanceId: ID!, $projectEnvironmentConfigId: ID!, $name: String) {
    copyAppletInstance(
      appletInstanceId: $appletInstanceId
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      name: $name
    ) {
      id
    }
  }
`);

type Props = { instance: { id: string; name: string }; onClose: () => void };

export function CopyDialog({ instance, onClose }: Props) {
  const { t } = useTranslation("applets");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", environmentConfigId = "" } = useParams();
  const projects = useData(placesQuery, { accountId: orgId }).data?.projects ?? [];
  const here = projects.find((project) => project.id === projectId);
  const other = here?.projectEnvironmentConfig.find((config) => config.id !== environmentConfigId)?.id;
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState(instance.name);
  const [failure, setFailure] = useState<Error>();
  const [copy, { isBusy }] = useChange(copyMutation);
  const target = chosen ?? other;
  const preview = useData(
    previewQuery,
    { appletInstanceId: instance.id, projectEnvironmentConfigId: target ?? "" },
    { isPaused: target === undefined },
  );
  // Those of the place chosen before would promise too much.
  const differences = preview.isRefreshing ? undefined : preview.data?.appletCopyPreview.differences;
  const owner = projects.find((project) => project.projectEnvironmentConfig.some(({ id }) => id === target));
  const run = async () => {
    if (target === undefined || !owner) return;
    try {
      const answer = await copy({
        appletInstanceId: instance.id,
        projectEnvironmentConfigId: target,
        name: name.trim() || null,
      });
      await navigate(
        urlTo(paths.appletInstance, {
          orgId,
          projectId: owner.id,
          environmentConfigId: target,
          appletInstanceId: answer.copyAppletInstance.id,
        }),
      );
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    }
  };
  /** `actions.0.options` is the first action. */
  const placeOf = (field: string) => {
    const [part = "", index] = field.split(".");
    if (part !== "triggers" && part !== "actions") return <code>{field}</code>;
    return <b>{t(`copy.${part}`, { number: Number(index ?? 0) + 1 })}</b>;
  };
  return (
    <Modal opened onClose={onClose} size="lg" centered title={t("copy.title", { name: instance.name })}>
      <Stack gap="sm">
        <p className={classes["muted"]}>{t("copy.hint")}</p>
        <Select
          label={t("copy.to")}
          searchable
          allowDeselect={false}
          data={projects.map((project) => ({
            group: project.name,
            items: project.projectEnvironmentConfig.map(({ id, environment }) => ({
              value: id,
              label: `${project.name}, ${environment.name}`,
            })),
          }))}
          value={target ?? null}
          onChange={(value) => setChosen(value ?? undefined)}
        />
        <TextInput
          label={t("copy.name")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {preview.error && <ErrorState error={preview.error} isInline />}
        {differences?.length === 0 && <p className={classes["plain"]}>{t("copy.same")}</p>}
        {differences && differences.length > 0 && (
          <Alert color="orange" title={t("copy.differences")}>
            <ul className={classes["reasons"]}>
              {differences.map((difference) => (
                <li key={`${difference.field} ${difference.message}`}>
                  {placeOf(difference.field)} {difference.message}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {failure && <ErrorState error={failure} isInline />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button loading={isBusy} disabled={!differences} onClick={() => void run()}>
            {t("copy.action")}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
