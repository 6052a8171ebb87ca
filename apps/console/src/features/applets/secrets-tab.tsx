// Secrets that actions use by reference. Written, replaced and deleted; never shown again.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./applets.module.css";

const secretsQuery = graphql(`
  query GetProjectSecrets($projectId: ID!) {
    projectSecrets(projectId: $projectId) {
      id
      name
      last4
      updatedAt
    }
  }
`);

const setMutation = graphql(`
  mutation SetProjectSecret($projectId: ID!, $name: String!, $value: String!) {
    setProjectSecret(projectId: $projectId, name: $name, value: $value) {
      id
      name
      last4
      updatedAt
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteProjectSecret($projectId: ID!, $id: ID!) {
    deleteProjectSecret(projectId: $projectId, id: $id)
  }
`);

export function SecretsTab({ projectId }: { projectId: string }) {
  const { t } = useTranslation("applets");
  const { data, error, reload } = useData(secretsQuery, { projectId }, { types: ["ProjectSecret"] });
  const [name, setName] = useState("");
  const [value, setValue] = useState("");
  const [leaving, setLeaving] = useState<{ id: string; name: string }>();
  const errors = useFieldErrors(["name", "value"]);
  const [write, { isBusy }] = useChange(setMutation);
  const [remove] = useChange(deleteMutation);
  const secrets = data?.projectSecrets ?? [];
  const isReplacing = secrets.some((secret) => secret.name === name);
  const save = async () => {
    try {
      await write({ projectId, name, value });
      notify({ tone: "good", message: t("secrets.saved", { name }) });
      setName("");
      setValue("");
      reload();
    } catch (reason) {
      errors.fail(reason);
    }
  };
  return (
    <section className={classes["section"]} aria-label={t("tabs.secrets")}>
      <p className={classes["muted"]}>{t("secrets.hint", { reference: "{{secret.NAME}}" })}</p>
      {error && <ErrorState error={error} onRetry={reload} />}
      {data && secrets.length === 0 && <EmptyState icon={<IconKey size={20} />} title={t("secrets.empty")} />}
      {secrets.length > 0 && (
        <ul className={classes["rows"]}>
          {secrets.map((secret) => (
            <li key={secret.id} className={classes["secret"]}>
              <code>{secret.name}</code>
              <span className={classes["muted"]}>
                {secret.last4 === "" ? t("secrets.covered") : t("secrets.last4", { last4: secret.last4 })}
              </span>
              <span className={classes["end"]}>
                <RelativeTime at={secret.updatedAt} />
              </span>
              <Button size="xs" variant="default" onClick={() => setName(secret.name)}>
                {t("secrets.replace")}
              </Button>
              <Button size="xs" variant="default" onClick={() => setLeaving(secret)}>
                {t("delete")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className={classes["secretForm"]}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextInput
          label={t("secrets.name")}
          placeholder="CRM_TOKEN"
          {...errors.text("name", name, setName)}
        />
        <PasswordInput
          label={t("secrets.value")}
          autoComplete="off"
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          {...errors.on("value")}
        />
        <Button type="submit" loading={isBusy} disabled={name.trim() === "" || value === ""}>
          {isReplacing ? t("secrets.replace") : t("secrets.add")}
        </Button>
      </form>
      {errors.form && <ErrorState error={errors.form} isInline />}
      <ConfirmDialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={t("secrets.deleteTitle", { name: leaving?.name })}
        confirmLabel={t("delete")}
        onConfirm={async () => {
          await remove({ projectId, id: leaving?.id ?? "" });
          reload();
        }}
      >
        <p>{t("secrets.deleteHint")}</p>
      </ConfirmDialog>
    </section>
  );
}
