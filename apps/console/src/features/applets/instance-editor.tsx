import { checkCondition, describeCondition } from "@parley/condition";
import type { Condition } from "@parley/condition";
import { CodeEditor } from "@parley/ui/code-editor";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import type { FieldError } from "@parley/ui/field-errors";
import { JsonForm } from "@parley/ui/json-form";
import { notify } from "@parley/ui/notifications";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import { Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { updateInstanceMutation } from "./instance.ts";
import { StepsField, type PackageChoice, type Step } from "./steps-field.tsx";
import { TryOut } from "./try-out.tsx";
import classes from "./applets.module.css";

export const editorFragment = graphql(`
  fragment InstanceEditor on AppletInstance {
    id
    name
    description
    status
    options
    version
    appletVersionId
    triggers {
      id
      name
      options
      packageId
      packageVersionId
    }
    actions {
      id
      name
      options
      packageId
      packageVersionId
    }
    condition {
      id
      options
    }
  }
`);

const createMutation = graphql(`
  mutation CreateAppletInstance(
    $name: String!
    $description: String
    $appletVersionId: ID!
    $projectEnvironmentConfigId: ID
    $options: JSON
    $status: AppletStatusEnum
    $triggers: [AppletStepInput!]
    $actions: [AppletStepInput!]
    $condition: AppletConditionInput
  ) {
    createAppletInstance(
      name: $name
      description: $description
      appletVersionId: $appletVersionId
      projectEnvironmentConfigId: $projectEnvironmentConfigId
      options: $options
      status: $status
      triggers: $triggers
      actions: $actions
      condition: $condition
    ) {
      id
    }
  }
`);

type Template = {
  id: string;
  displayName: string;
  description: string;
  latestVersion?: { id: string; schema: unknown } | null;
};
type Props = {
  instance: ResultOf<typeof editorFragment> | undefined;
  templates: readonly Template[];
  packages: readonly PackageChoice[];
  isLive: boolean;
};

export function InstanceEditor({ instance, templates, packages, isLive }: Props) {
  const { t } = useTranslation("applets");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", environmentConfigId = "" } = useParams();
  const first = {
    name: instance?.name ?? "",
    description: instance?.description ?? "",
    status: instance?.status ?? "DRAFT",
    appletVersionId: instance?.appletVersionId ?? templates[0]?.latestVersion?.id ?? "",
    options: (instance?.options ?? {}) as unknown,
    triggers: (instance?.triggers ?? []) as readonly Step[],
    actions: (instance?.actions ?? []) as readonly Step[],
    condition: JSON.stringify(instance?.condition.options ?? {}, null, 2),
  };
  const [values, setValues] = useState(first);
  const [errors, setErrors] = useState<readonly FieldError[]>([]);
  const [isAsking, setIsAsking] = useState(false);
  const [update, updating] = useChange(updateInstanceMutation);
  const [create, creating] = useChange(createMutation);
  const template = templates.find((candidate) => candidate.latestVersion?.id === values.appletVersionId);
  const condition = parsedCondition(values.condition);
  const unsaved = (Object.keys(first) as (keyof typeof first)[]).filter(
    (key) => JSON.stringify(values[key]) !== JSON.stringify(first[key]),
  );
  const errorOn = (field: string) => errors.find((error) => error.field === field)?.message;
  const elsewhere = errors
    .filter((error) => !["name", "description"].includes(error.field ?? ""))
    .map((error) => error.message);

  const content = () => ({
    name: values.name,
    description: values.description,
    status: values.status,
    appletVersionId: values.appletVersionId,
    options: values.options,
    triggers: values.triggers.map(stepInput),
    actions: values.actions.map(stepInput),
    condition: { options: condition.value ?? {} },
  });
  const save = async () => {
    try {
      if (instance) {
        await update({ id: instance.id, version: instance.version, ...content() });
        notify({ tone: "good", message: t("saved", { name: values.name }) });
      } else {
        const answer = await create({ ...content(), projectEnvironmentConfigId: environmentConfigId });
        await navigate(
          urlTo(paths.appletInstance, {
            orgId,
            projectId,
            environmentConfigId,
            appletInstanceId: answer.createAppletInstance.id,
          }),
        );
      }
    } catch (error) {
      setErrors(error instanceof DataError ? error.fields : [{ message: String(error) }]);
    }
  };

  return (
    <div className={classes["columns"]}>
      <div className={classes["left"]}>
        <TextInput
          label={t("name")}
          required
          value={values.name}
          error={errorOn("name")}
          onChange={(event) => setValues({ ...values, name: event.currentTarget.value })}
        />
        <Textarea
          label={t("description")}
          autosize
          minRows={1}
          value={values.description}
          onChange={(event) => setValues({ ...values, description: event.currentTarget.value })}
        />
        <Select
          label={t("template")}
          description={template?.description}
          allowDeselect={false}
          data={templates.flatMap((candidate) =>
            candidate.latestVersion
              ? [{ value: candidate.latestVersion.id, label: candidate.displayName }]
              : [],
          )}
          value={values.appletVersionId}
          onChange={(value) => setValues({ ...values, appletVersionId: value ?? "" })}
        />
        <Select
          label={t("status.title")}
          allowDeselect={false}
          data={(["DRAFT", "ACTIVE", "PAUSED"] as const).map((value) => ({
            value,
            label: t(`status.${value}`),
          }))}
          value={values.status}
          onChange={(value) =>
            setValues({ ...values, status: value === "ACTIVE" || value === "PAUSED" ? value : "DRAFT" })
          }
        />
        {template && (
          <JsonForm
            schema={template.latestVersion?.schema ?? {}}
            value={values.options}
            errors={errors}
            errorPrefix="options"
            onChange={(options) => setValues({ ...values, options })}
          />
        )}
        <StepsField
          kind="TRIGGER"
          steps={values.triggers}
          packages={packages}
          errors={errors}
          onChange={(triggers) => setValues({ ...values, triggers })}
        />
        <section className={classes["clause"]} aria-label={t("if")}>
          <h2 className={classes["word"]}>{t("if")}</h2>
          <p className={classes["muted"]}>
            {condition.value ? describeCondition(condition.value) : t("conditionHint")}
          </p>
          <CodeEditor
            label={t("condition")}
            language="json"
            height={130}
            value={values.condition}
            problems={condition.problem ? [{ line: 1, message: condition.problem }] : []}
            onChange={(text) => setValues({ ...values, condition: text })}
          />
          {condition.problem && <p role="alert">{condition.problem}</p>}
        </section>
        <StepsField
          kind="ACTION"
          steps={values.actions}
          packages={packages}
          errors={errors}
          onChange={(actions) => setValues({ ...values, actions })}
        />
        <StickySaveBar
          unsavedFields={unsaved.map((key) => t(`field.${key}`))}
          isSaving={updating.isBusy || creating.isBusy}
          error={elsewhere.length > 0 ? { message: elsewhere.join(" ") } : undefined}
          {...(condition.problem !== undefined && { blockedBecause: t("badCondition") })}
          onSave={() => (isLive ? setIsAsking(true) : void save())}
          onDiscard={() => {
            setErrors([]);
            setValues(first);
          }}
        />
      </div>
      <TryOut
        environmentConfigId={environmentConfigId}
        draft={() => {
          const { appletVersionId, options, triggers, actions, condition: tree } = content();
          return { appletVersionId, options, triggers, actions, condition: tree };
        }}
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

function stepInput({ id, name, options, packageId, packageVersionId }: Step) {
  return { ...(id && { id }), name, options, packageId, packageVersionId };
}

function parsedCondition(text: string): { value?: Condition; problem?: string } {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    const [problem] = checkCondition(value);
    // checkCondition() has just found that it is one.
    return problem ? { problem: problem.message } : { value: value as Condition };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
