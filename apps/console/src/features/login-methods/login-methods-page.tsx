// How the people of an organisation sign in: built-in methods, OpenID Connect and SAML.
import { Button, Menu, Skeleton } from "@mantine/core";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { VariablesOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { updateAccountMutation } from "../../shared/update-account.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import { useOrganization } from "../../shared/viewer.tsx";
import { AddressCheck } from "./address-check.tsx";
import { ConnectionPanel } from "./connection-panel.tsx";
import { useLoginMethods } from "./login-methods-query.ts";
import { MethodCard } from "./method-card.tsx";
import classes from "./login-methods.module.css";

type Changes = Omit<VariablesOf<typeof updateAccountMutation>, "id" | "version">;

export function LoginMethodsPage() {
  const { t } = useTranslation("login-methods");
  const organization = useOrganization();
  const { account, defaults, error, isLoading, reload } = useLoginMethods(organization.id);
  const [update] = useChange(updateAccountMutation);
  // The id of a connection, or "new-oidc" and "new-saml".
  const [openId, setOpenId] = useUrlParam("connection");
  const [isAskingToInherit, setIsAskingToInherit] = useState(false);
  const [refusal, setRefusal] = useState<Error>();
  useDocumentTitle(t("title"), organization.name);
  if (error && !account) return <ErrorState title={t("failed")} error={error} onRetry={reload} />;

  const canManage = account?.organizationMetadata.canManageLoginMethods ?? false;
  const isInherited = account?.accountAuthMethodSettings.length === 0;
  // Null when it is out of the viewer's sight.
  const parentName = account?.parentAccount?.name ?? t("above");
  const settings = account?.effectiveAuthMethodSettings ?? [];
  const active = settings.filter((setting) => setting.isActive);
  const missing = defaults.filter(
    (method) => !settings.some((setting) => setting.authMethodId === method.id),
  );
  const connection = account?.customAuthMethods?.find((candidate) => candidate.id === openId);

  const save = async (changes: Changes, message?: string) => {
    setRefusal(undefined);
    await update({ id: organization.id, ...changes });
    if (message) notify({ tone: "good", message });
    reload();
  };
  const trySave = (changes: Changes, message: string) =>
    void save(changes, message).catch((reason: unknown) =>
      setRefusal(reason instanceof Error ? reason : new Error(String(reason))),
    );

  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={[{ label: organization.name, href: urlTo(paths.landing, { orgId: organization.id }) }]}
        state={account && t("state", { count: active.length })}
        actions={
          <Menu position="bottom-end">
            <Menu.Target>
              <Button
                disabled={!canManage}
                title={account && !canManage ? t("cannotManage") : undefined}
                rightSection={<IconChevronDown size={15} aria-hidden />}
              >
                {t("add")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setOpenId("new-oidc")}>{t("addOidc")}</Menu.Item>
              <Menu.Item onClick={() => setOpenId("new-saml")}>{t("addSaml")}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        }
      />
      {isLoading && <Skeleton height={200} />}
      {account && !canManage && <p className={classes["hint"]}>{t("cannotManage")}</p>}
      {account?.parentId && (
        <div className={classes["banner"]}>
          <p>{isInherited ? t("inherited", { name: parentName }) : t("own", { name: parentName })}</p>
          {!isInherited && (
            <Button
              variant="default"
              size="xs"
              disabled={!canManage}
              onClick={() => setIsAskingToInherit(true)}
            >
              {t("inherit.button")}
            </Button>
          )}
        </div>
      )}
      {refusal && <ErrorState title={t("refused")} error={refusal} isInline />}
      <ul className={classes["cards"]}>
        {settings.map((setting) => (
          <MethodCard
            key={setting.id}
            setting={setting}
            description={defaults.find((method) => method.id === setting.authMethodId)?.description}
            connection={account?.customAuthMethods?.find((one) => one.id === setting.customAuthMethodId)}
            canManage={canManage}
            isLastActive={setting.isActive && active.length === 1}
            onToggle={(isActive) =>
              trySave(
                { accountAuthMethodSettings: [{ ...methodOf(setting), isActive }] },
                t(isActive ? "switchedOn" : "switchedOff", { name: setting.name }),
              )
            }
            onMakeDefault={() =>
              trySave(
                { accountAuthMethodSettings: [{ ...methodOf(setting), isDefault: true }] },
                t("madeDefault", { name: setting.name }),
              )
            }
            onOpen={() => setOpenId(setting.customAuthMethodId ?? "")}
          />
        ))}
        {canManage &&
          missing.map((method) => (
            <li key={method.id} className={classes["card"]} data-off>
              <div className={classes["cardWords"]}>
                <h2>{method.name}</h2>
                <p>{method.description}</p>
              </div>
              <Button
                variant="default"
                size="xs"
                onClick={() =>
                  trySave(
                    { accountAuthMethodSettings: [{ authMethodId: method.id, isActive: true }] },
                    t("switchedOn", { name: method.name }),
                  )
                }
              >
                {t("switchOn")}
              </Button>
            </li>
          ))}
      </ul>
      <AddressCheck />
      {account && (connection || openId === "new-oidc" || openId === "new-saml") && (
        <ConnectionPanel
          key={openId}
          type={connection?.type === "SAML" || openId === "new-saml" ? "SAML" : "OIDC"}
          connection={connection}
          canManage={canManage}
          onSave={(input, message) => save({ customAuthMethods: [input] }, message)}
          onClose={() => setOpenId("")}
        />
      )}
      <ConfirmDialog
        isOpen={isAskingToInherit}
        onClose={() => setIsAskingToInherit(false)}
        title={t("inherit.title")}
        confirmLabel={t("inherit.button")}
        onConfirm={() => save({ inheritAuthMethods: true }, t("inherit.done"))}
      >
        {t("inherit.hint", { name: parentName })}
      </ConfirmDialog>
    </>
  );
}

/** By method, not by the id of the setting: an inherited setting has the id of the account above. */
const methodOf = (setting: { authMethodId?: string | null; customAuthMethodId?: string | null }) =>
  setting.authMethodId
    ? { authMethodId: setting.authMethodId }
    : { customAuthMethodId: setting.customAuthMethodId ?? null };
