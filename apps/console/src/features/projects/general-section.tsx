// Name, description, time zone and icon of a project; saved on their own.
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Select, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useEdits } from "../../shared/use-edits.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { Monogram } from "../../shared/monogram.tsx";
import { PictureField } from "../../shared/picture-field.tsx";
import { Section } from "./section.tsx";

export const generalFragment = graphql(`
  fragment GeneralSection on Project {
    id
    accountId
    name
    description
    picture
    projectIconId
    version
    canUpdate
    localizationSettings {
      id
      timeZone {
        id
      }
    }
  }
`);

const timeZonesQuery = graphql(`
  query GetTimeZones {
    timeZones {
      id
      identifier
      label
    }
  }
`);

export const updateProjectMutation = graphql(`
  mutation UpdateProject(
    $id: ID!
    $name: String
    $description: String
    $productIds: [ID!]
    $timeZoneId: ID
    $projectIconId: ID
    $version: Int
  ) {
    updateProject(
      id: $id
      name: $name
      description: $description
      productIds: $productIds
      timeZoneId: $timeZoneId
      projectIconId: $projectIconId
      version: $version
    ) {
      id
      version
    }
  }
`);

type Project = ResultOf<typeof generalFragment>;

export function GeneralSection({ project }: { project: Project }) {
  const { t } = useTranslation("projects");
  const stored = {
    name: project.name,
    description: project.description,
    timeZoneId: project.localizationSettings.timeZone?.id ?? null,
    projectIconId: project.projectIconId ?? null,
  };
  const { values, changed, set, discard, basedOn, noteSaved } = useEdits(stored, project.version);
  // The picture of an icon that was chosen and is not stored yet.
  const [chosenIcon, setChosenIcon] = useState<string>();
  const icon = changed.includes("projectIconId") ? values.projectIconId && chosenIcon : project.picture;
  const errors = useFieldErrors(["name", "description", "timeZoneId", "projectIconId"]);
  const zones = useData(timeZonesQuery, {});
  const [update, { isBusy }] = useChange(updateProjectMutation);
  const save = async () => {
    try {
      const only = Object.fromEntries(changed.map((field) => [field, values[field]]));
      const answer = await update({ id: project.id, version: basedOn, ...only });
      noteSaved(answer.updateProject.version);
      notify({ tone: "good", message: t("details.saved", { name: values.name }) });
    } catch (error) {
      errors.fail(error);
    }
  };
  return (
    <Section title={t("details.general")}>
      <Stack gap="sm">
        <TextInput
          label={t("details.name")}
          required
          maxLength={120}
          disabled={!project.canUpdate}
          value={values.name}
          onChange={(event) => {
            errors.clear("name");
            set("name", event.currentTarget.value);
          }}
          {...errors.on("name")}
        />
        <Textarea
          label={t("details.description")}
          autosize
          minRows={2}
          disabled={!project.canUpdate}
          value={values.description}
          onChange={(event) => set("description", event.currentTarget.value)}
          {...errors.on("description")}
        />
        <Select
          label={t("details.timeZone")}
          description={exampleTime(
            zones.data?.timeZones.find((zone) => zone.id === values.timeZoneId)?.identifier,
          )}
          placeholder={t("details.noTimeZone")}
          searchable
          limit={50}
          disabled={!project.canUpdate}
          data={(zones.data?.timeZones ?? []).map((zone) => ({ value: zone.id, label: zone.label }))}
          value={values.timeZoneId}
          onChange={(value) => set("timeZoneId", value)}
          {...errors.on("timeZoneId")}
        />
        <PictureField
          accountId={project.accountId}
          preview={<Monogram name={values.name || "?"} picture={icon ?? null} size={56} />}
          hasPicture={icon != null}
          isDisabled={!project.canUpdate}
          onUploaded={(file) => {
            setChosenIcon(file.url);
            set("projectIconId", file.id);
          }}
          onRemove={() => set("projectIconId", null)}
        />
      </Stack>
      <StickySaveBar
        unsavedFields={changed.map((field) => t(`details.field.${field}`))}
        isSaving={isBusy}
        error={errors.form}
        {...(values.name.trim() === "" && { blockedBecause: t("details.needsName") })}
        onSave={() => void save()}
        onDiscard={() => {
          errors.clear();
          discard();
        }}
      />
    </Section>
  );
}

/** What o'clock it is there: the quickest way to see that the zone is right. */
function exampleTime(identifier: string | undefined): string | undefined {
  if (!identifier) return undefined;
  return new Intl.DateTimeFormat("en", {
    timeZone: identifier,
    dateStyle: "full",
    timeStyle: "short",
  }).format(new Date());
}
