// One OpenID Connect or SAML connection: our values to enter there, theirs to enter here.
import { Button, PasswordInput, Textarea, TextInput } from "@mantine/core";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { useFieldErrors } from "@parley/ui/field-errors";
import { SidePanel } from "@parley/ui/side-panel";
import { StickySaveBar } from "@parley/ui/sticky-save-bar";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { DataError } from "../../lib/graphql/errors.ts";
import { useLeaveWarning } from "../../shared/leave-warning.ts";
import { ObjectHistory } from "../../shared/object-history.tsx";
import { useOrganization } from "../../shared/viewer.tsx";
import { changedFields, draftOf, inputOf } from "./connection-draft.ts";
import type { ConnectionInput, DraftField } from "./connection-draft.ts";
import type { Connection } from "./login-methods-query.ts";
import { ConnectionTest } from "./connection-test.tsx";
import { MetadataImport } from "./metadata-import.tsx";
import { OurValues } from "./our-values.tsx";
import { useOurAddresses } from "./use-our-addresses.ts";
import classes from "./login-methods.module.css";

type Props = {
  type: "OIDC" | "SAML";
  connection: Connection | undefined;
  canManage: boolean;
  onSave: (input: ConnectionInput, message: string) => Promise<unknown>;
  onClose: () => void;
};

const shown: Readonly<Record<Props["type"], readonly DraftField[]>> = {
  OIDC: ["name", "issuerURL", "clientId", "clientSecret", "scope", "emailAttribute", "usernameAttribute"],
  SAML: ["name", "entityIssuer", "entryPoint", "certificates", "emailAttribute", "usernameAttribute"],
};
const inSettings = new Set<string>(["scope", "entryPoint", "certificates"]);
const required = new Set<string>([
  "name",
  "issuerURL",
  "clientId",
  "entityIssuer",
  "entryPoint",
  "certificates",
]);

export function ConnectionPanel({ type, connection, canManage, onSave, onClose }: Props) {
  const { t } = useTranslation("login-methods");
  const organization = useOrganization();
  const [draft, setDraft] = useState(() => draftOf(connection));
  const [isSaving, setIsSaving] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const fields = shown[type];
  const errors = useFieldErrors(fields);
  const changed = changedFields(connection, draft);
  useLeaveWarning(changed.length > 0, t("common:unsavedQuestion"));
  const addresses = useOurAddresses(organization.id, type, connection, canManage);
  const set = (values: Partial<typeof draft>) => setDraft({ ...draft, ...values });

  const complete = (): ConnectionInput | undefined => {
    const empty = fields.filter((field) => required.has(field) && draft[field].trim() === "");
    errors.place(empty.map((field) => ({ field, message: t(`missing.${field}`) })));
    return empty.length > 0 ? undefined : inputOf(type, connection, draft, addresses?.providerId);
  };
  const showRefusal = (reason: unknown) =>
    errors.place(reason instanceof DataError ? reason.fields.map(local) : [{ message: String(reason) }]);
  const save = async () => {
    const input = complete();
    if (!input) return;
    setIsSaving(true);
    try {
      await onSave(input, t("saved", { name: draft.name }));
      if (connection) set({ clientSecret: "" });
      else onClose();
    } catch (reason) {
      showRefusal(reason);
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <SidePanel
      isOpen
      width={560}
      title={connection?.name ?? t(type === "OIDC" ? "addOidc" : "addSaml")}
      subtitle={connection && t(`type.${type}`)}
      onClose={() => {
        if (changed.length === 0 || window.confirm(t("common:unsavedQuestion"))) onClose();
      }}
      footer={
        changed.length > 0 && (
          <StickySaveBar
            unsavedFields={changed.map((field) => t(`field.${field}`))}
            isSaving={isSaving}
            error={errors.form}
            onSave={() => void save()}
            onDiscard={() => setDraft(draftOf(connection))}
          />
        )
      }
    >
      <section className={classes["section"]} aria-label={t("ours")}>
        <h3>{t("ours")}</h3>
        {addresses && (
          <OurValues addresses={addresses} certificateExpiresAt={connection?.certificateExpiresAt} />
        )}
        {!connection && <p className={classes["hint"]}>{t("startsOff")}</p>}
      </section>
      <section className={classes["section"]} aria-label={t("theirs")}>
        <h3>{t("theirs")}</h3>
        {type === "SAML" && canManage && (
          <MetadataImport
            accountId={organization.id}
            onRead={(metadata) => {
              errors.clear();
              set(metadata);
            }}
          />
        )}
        <div className={classes["fields"]}>
          {fields.map((field) => {
            const props = {
              label: t(`field.${field}`),
              description: hintOf(field, connection, t),
              required: required.has(field),
              disabled: !canManage,
              value: draft[field],
              ...errors.on(field),
              onChange: (event: { currentTarget: { value: string } }) => {
                errors.clear(field);
                set({ [field]: event.currentTarget.value });
              },
            };
            if (field === "certificates") return <Textarea key={field} {...props} rows={5} />;
            if (field === "clientSecret")
              return <PasswordInput key={field} {...props} autoComplete="new-password" />;
            return <TextInput key={field} {...props} autoComplete="off" />;
          })}
        </div>
      </section>
      {canManage && (
        <ConnectionTest
          accountId={organization.id}
          draft={complete}
          onRefused={showRefusal}
          isDisabled={addresses === undefined}
        />
      )}
      {connection && (
        <>
          <section className={classes["section"]} aria-label={t("history")}>
            <h3>{t("history")}</h3>
            <ObjectHistory accountId={organization.id} objectType="login_method" objectId={connection.id} />
          </section>
          <Button variant="default" color="red" disabled={!canManage} onClick={() => setIsRemoving(true)}>
            {t("remove.button")}
          </Button>
          <ConfirmDialog
            isOpen={isRemoving}
            onClose={() => setIsRemoving(false)}
            title={t("remove.title", { name: connection.name })}
            typedName={connection.name}
            confirmLabel={t("remove.button")}
            onConfirm={async () => {
              await onSave(
                { id: connection.id, isRemoved: true },
                t("remove.done", { name: connection.name }),
              );
              onClose();
            }}
          >
            {t("remove.hint")}
          </ConfirmDialog>
        </>
      )}
    </SidePanel>
  );
}

/** customAuthMethods.0.settings.entryPoint is the field entryPoint here. */
function local({ field, message }: { field?: string | undefined; message: string }) {
  return { field: field?.split(".").findLast((part) => !/^\d+$/u.test(part)), message };
}

function hintOf(field: DraftField, connection: Connection | undefined, t: TFunction<"login-methods">) {
  if (field === "clientSecret" && connection?.hasClientSecret)
    return t("secretSet", {
      hint: connection.clientSecretHint ?? "",
      date: connection.clientSecretSetAt ? new Date(connection.clientSecretSetAt).toLocaleDateString() : "",
    });
  return inSettings.has(field) || field === "issuerURL" || field === "emailAttribute"
    ? t(`hint.${field}`)
    : undefined;
}
