import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import type { FieldError } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import type { ResultOf } from "../../../generated/graphql.ts";
import { DataError } from "../../../lib/graphql/errors.ts";
import { useChange } from "../../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../../shared/urls.ts";
import { ConditionField, readCondition, writtenCondition } from "../condition/condition-field.tsx";
import { createInstanceMutation, type editorFragment, updateInstanceMutation } from "../instance.ts";
import { NewerVersion } from "./newer-version.tsx";
import { OptionsField } from "./options-field.tsx";
import { sampleEventFor } from "./samples.ts";
import { Sentence } from "./sentence.tsx";
import { StepsField } from "./steps-field.tsx";
import { stepInput, templateStart, type PackageChoice } from "./steps.ts";
import { TemplateField, type Template, type TemplateVersion } from "./template-field.tsx";
import { TryOut } from "./try-out.tsx";
import { useInstanceDraft } from "./use-instance-draft.ts";
import { valuesOf } from "./values.ts";
import classes from "../applets.module.css";

type Instance = ResultOf<typeof editorFragment>;
type Props = {
  instance: Instance | undefined;
  templates: readonly Template[];
  packages: readonly PackageChoice[];
  /** An address of the environment, to try the applet on. */
  firstUrl: string | undefined;
  isLive: boolean;
  onStale: () => void;
};

export function InstanceEditor({ instance, templates, packages, firstUrl, isLive, onStale }: Props) {
  const { t } = useTranslation("applets");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", environmentConfigId = "" } = useParams();
  const blank = templates.find((template) => template.displayName === "Blank applet") ?? templates[0];
  const [template, setTemplate] = useState<{
    id?: string | undefined;
    version?: TemplateVersion | undefined;
  }>({
    id: instance?.applet.id ?? blank?.id,
    version: instance?.appletVersion ?? blank?.latestVersion ?? undefined,
  });
  const draft = useInstanceDraft(instance, {
    name: "",
    description: "",
    status: "DRAFT",
    appletVersionId: template.version?.id ?? "",
    options: {},
    triggers: [],
    condition: "{}",
    actions: [],
  });
  const { values, set } = draft;
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const [update, updating] = useChange(updateInstanceMutation);
  const [create, creating] = useChange(createInstanceMutation);
  const condition = readCondition(values.condition);
  const errorOn = (field: string) => errors.find((error) => error.field === field)?.message;
  const shownElsewhere = /^(name|triggers|actions|options)/u;

  const chooseTemplate = (chosen: Template, version: TemplateVersion) => {
    const before = templateStart(template.version?.schema, packages);
    const next = templateStart(version.schema, packages);
    const isUntouched =
      JSON.stringify([values.triggers, values.actions]) === JSON.stringify([before.triggers, before.actions]);
    setTemplate({ id: chosen.id, version });
    set({
      appletVersionId: version.id,
      // What somebody has made already is not thrown away for a template's beginning.
      ...(isUntouched && { ...next, condition: writtenCondition(next.condition) }),
    });
  };
  const content = () => ({
    appletVersionId: values.appletVersionId,
    options: values.options,
    triggers: values.triggers.map(stepInput),
    actions: values.actions.map(stepInput),
    condition: { options: condition.tree ?? {} },
  });
  const save = async () => {
    const { name, description, status } = values;
    const all = { name, description, status, ...content() };
    try {
      setErrors([]);
      if (!instance) {
        const answer = await create({ ...all, projectEnvironmentConfigId: environmentConfigId });
        const { id: appletInstanceId } = answer.createAppletInstance;
        const place = { orgId, projectId, environmentConfigId, appletInstanceId };
        return await navigate(urlTo(paths.appletInstance, place), { replace: true });
      }
      draft.saving();
      const answer = await update({ id: instance.id, version: draft.version ?? null, ...all });
      draft.saved(answer.updateAppletInstance, values);
      notify({ tone: "good", message: t("saved", { name }) });
    } catch (error) {
      draft.notSaved();
      if (!(error instanceof DataError)) return setErrors([{ message: String(error) }]);
      if (error.code === "CONFLICT") onStale();
      setErrors(problemsOf(error));
    }
  };

  return (
    <div className={classes["columns"]}>
      <div className={classes["left"]}>
        {draft.newer && (
          <NewerVersion
            before={draft.stored}
            mine={values}
            theirs={valuesOf(draft.newer)}
            editor={draft.newer.updatedByUser}
            at={draft.newer.updatedAt}
            onMerged={(merged) => {
              setErrors([]);
              draft.merged(merged);
            }}
          />
        )}
        <Sentence {...values} />
        <TextInput
          label={t("name")}
          required
          value={values.name}
          error={errorOn("name")}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Textarea
          label={t("description")}
          autosize
          minRows={1}
          value={values.description}
          error={errorOn("description")}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <div className={classes["pair"]}>
          <TemplateField
            templates={templates}
            templateId={template.id}
            used={template.version}
            instanceId={instance?.id}
            onChange={chooseTemplate}
          />
          <Select
            label={t("status.title")}
            description={t(`statusHint.${values.status}`)}
            inputWrapperOrder={["label", "input", "description", "error"]}
            allowDeselect={false}
            data={(["DRAFT", "ACTIVE", "PAUSED"] as const).map((value) => ({
              value,
              label: t(`status.${value}`),
            }))}
            value={values.status}
            onChange={(value) => set({ status: value === "ACTIVE" || value === "PAUSED" ? value : "DRAFT" })}
          />
        </div>
        <StepsField
          kind="TRIGGER"
          instanceId={instance?.id}
          steps={values.triggers}
          packages={packages}
          errors={errors}
          onChange={(triggers) => set({ triggers })}
        />
        <ConditionField text={values.condition} onChange={(text) => set({ condition: text })} />
        <StepsField
          kind="ACTION"
          instanceId={instance?.id}
          steps={values.actions}
          packages={packages}
          errors={errors}
          onChange={(actions) => set({ actions })}
        />
        {template.version && (
          <details className={classes["clause"]} open={Object.keys(values.options ?? {}).length > 0}>
            <summary>{t("settings")}</summary>
            <p className={classes["muted"]}>{t("settingsHint")}</p>
            <OptionsField
              label={t("settings")}
              schema={template.version.schema}
              value={values.options}
              errors={errors}
              path="options"
              onChange={(options) => set({ options })}
            />
          </details>
        )}
        <StickySaveBar
          unsavedFields={draft.unsaved.map((key) => t(`field.${key}`))}
          isSaving={updating.isBusy || creating.isBusy}
          error={sentenceOf(errors, shownElsewhere, t("problemsAbove"))}
          blockedBecause={
            draft.newer ? t("newer.first") : condition.problems.length > 0 ? t("badCondition") : undefined
          }
          onSave={() => (isLive ? setIsAsking(true) : void save())}
          onDiscard={() => {
            setErrors([]);
            draft.discard();
          }}
        />
      </div>
      <TryOut
        environmentConfigId={environmentConfigId}
        firstUrl={firstUrl}
        sample={sampleEventFor(packages.find((it) => it.id === values.triggers[0]?.packageId)?.pkgName)}
        draft={content}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("saveLive", { name: values.name })}
        confirmLabel={t("saveLiveAction")}
        colour="orange"
        onConfirm={async () => {
          await save();
          setIsAsking(false);
        }}
      >
        <p>{t("saveLiveHint")}</p>
      </ConfirmDialog>
    </div>
  );
}

/** The server names every problem at once, each by its field (decision 033). */
function problemsOf(error: DataError): readonly FieldError[] {
  const { problems } = error.details;
  return Array.isArray(problems) && problems.length > 0 ? problems : error.fields;
}

function sentenceOf(errors: readonly FieldError[], shown: RegExp, above: string) {
  const elsewhere = errors.filter((error) => !shown.test(error.field ?? "")).map((error) => error.message);
  if (elsewhere.length > 0) return { message: elsewhere.join(" ") };
  return errors.length > 0 ? { message: above } : undefined;
}
