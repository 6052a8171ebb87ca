// One environment of a project: on or off, what it is for, and the addresses it covers, judged while typing.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { Link } from "@parley/ui/link";
import { notify } from "@parley/ui/notifications";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Button, Stack, Switch, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useEdits } from "../../shared/use-edits.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { DomainField } from "./domain-field.tsx";
import { Section } from "./section.tsx";
import { useDomainChecks } from "./use-domain-checks.ts";
import classes from "./project-page.module.css";

export const environmentFragment = graphql(`
  fragment EnvironmentSection on ProjectEnvironmentConfig {
    id
    projectId
    status
    description
    version
    environment {
      id
      name
    }
    domains {
      id
      url
      displayUrl
      type
    }
  }
`);

const updateMutation = graphql(`
  mutation UpdateProjectEnvironmentConfig(
    $projectId: ID!
    $projectEnvironmentConfigId: ID!
    $domains: [DomainInput!]
    $description: String
    $status: EnvironmentStatusEnum
    $version: Int
  ) {
    updateProjectEnvironmentConfig(
      projectId: $projectId
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      domains: $domains
      description: $description
      status: $status
      version: $version
    ) {
      id
      version
    }
  }
`);

type Environment = ResultOf<typeof environmentFragment>;

export function EnvironmentSection({
  environment,
  canUpdate,
}: {
  environment: Environment;
  canUpdate: boolean;
}) {
  const { t } = useTranslation("projects");
  const { orgId = "" } = useParams();
  const appletsUrl = urlTo(paths.appletInstances, {
    orgId,
    projectId: environment.projectId,
    environmentConfigId: environment.id,
  });
  const stored = {
    isOn: environment.status === "ACTIVE",
    description: environment.description,
    urls: environment.domains.map((domain) => domain.url),
  };
  const { values, changed, set, discard, basedOn, noteSaved } = useEdits(stored, environment.version);
  const [failure, setFailure] = useState<{ message: string }>();
  const [isAsking, setIsAsking] = useState(false);
  const [update, { isBusy }] = useChange(updateMutation);
  const checks = useDomainChecks(values.urls, stored.urls, environment.id);
  const isLive = environmentNamed(environment.environment.name) === "live";
  const fieldNames = {
    isOn: t("environment.status"),
    description: t("environment.description"),
    urls: t("environment.domains"),
  };
  const bad = values.urls.filter((url) => url.trim() !== "" && checks.get(url)?.isValid === false);

  const save = async () => {
    try {
      const answer = await update({
        projectId: environment.projectId,
        projectEnvironmentConfigId: environment.id,
        domains: values.urls.filter((url) => url.trim() !== "").map((url) => ({ url })),
        description: values.description,
        status: values.isOn ? "ACTIVE" : "INACTIVE",
        version: basedOn,
      });
      noteSaved(answer.updateProjectEnvironmentConfig.version);
      setFailure(undefined);
      notify({ tone: "good", message: t("environment.saved", { name: environment.environment.name }) });
    } catch (error) {
      setFailure({ message: error instanceof DataError ? error.message : String(error) });
    }
  };
  const setUrl = (index: number, url: string) =>
    set(
      "urls",
      values.urls.map((old, at) => (at === index ? url : old)),
    );

  return (
    <Section
      title={t("environment.title", { name: environment.environment.name })}
      badge={<EnvironmentBadge environment={environmentNamed(environment.environment.name)} />}
      action={
        <Link className={classes["link"]} href={appletsUrl}>
          {t("environment.applets")}
        </Link>
      }
    >
      <Stack gap="sm">
        <Switch
          label={values.isOn ? t("environment.on") : t("environment.off")}
          description={t("environment.onHint")}
          checked={values.isOn}
          disabled={!canUpdate}
          onChange={(event) => set("isOn", event.currentTarget.checked)}
        />
        <Textarea
          label={t("environment.description")}
          autosize
          minRows={1}
          disabled={!canUpdate}
          value={values.description}
          onChange={(event) => set("description", event.currentTarget.value)}
        />
        <div className={classes["domains"]} role="group" aria-label={t("environment.domains")}>
          {values.urls.map((url, index) => (
            <DomainField
              // Rows have no identity of their own while they are edited.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              value={url}
              check={checks.get(url)}
              isDisabled={!canUpdate}
              onChange={(next) => setUrl(index, next)}
              onRemove={() =>
                set(
                  "urls",
                  values.urls.filter((_, at) => at !== index),
                )
              }
            />
          ))}
          {canUpdate && (
            <div>
              <Button variant="default" size="xs" onClick={() => set("urls", [...values.urls, ""])}>
                {t("environment.addDomain")}
              </Button>
            </div>
          )}
        </div>
      </Stack>
      <StickySaveBar
        unsavedFields={changed.map((field) => fieldNames[field])}
        isSaving={isBusy}
        error={failure}
        saveLabel={t("environment.save", { name: environment.environment.name })}
        {...(bad.length > 0 && { blockedBecause: t("environment.badDomains", { count: bad.length }) })}
        onSave={() => (isLive || (stored.isOn && !values.isOn) ? setIsAsking(true) : void save())}
        onDiscard={() => {
          setFailure(undefined);
          discard();
        }}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("environment.confirm", { name: environment.environment.name })}
        confirmLabel={t("environment.save", { name: environment.environment.name })}
        colour={isLive ? "orange" : "teal"}
        onConfirm={async () => {
          await save();
          setIsAsking(false);
        }}
      >
        <p>
          {!values.isOn && stored.isOn
            ? t("environment.stops", { count: stored.urls.length })
            : t("environment.liveHint")}
        </p>
      </ConfirmDialog>
    </Section>
  );
}
