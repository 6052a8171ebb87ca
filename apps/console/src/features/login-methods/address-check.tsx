// Which methods an address is offered at sign-in: the question to ask before telling people to try.
import { Button, TextInput } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { StatusBadge } from "@parley/ui/status-badge";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./login-methods.module.css";

const loginInfoQuery = graphql(`
  query GetUserLoginInfo($email: String!) {
    getLoginInfo(email: $email) {
      email
      passwordRecoveryStatus
      recommendedAuthMethod
      registeredAuthMethods
      authMethods {
        name
        providerId
        type
        isActive
      }
    }
  }
`);

export function AddressCheck() {
  const { t } = useTranslation("login-methods");
  const [typed, setTyped] = useState("");
  const [email, setEmail] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const { data, error } = useData(loginInfoQuery, { email }, { isPaused: email === "" });
  const info = data?.getLoginInfo.email.toLowerCase() === email.toLowerCase() ? data.getLoginInfo : undefined;
  return (
    <section className={classes["check"]} aria-label={t("check.title")}>
      <h2>{t("check.title")}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setIsMissing(typed.trim() === "");
          setEmail(typed.trim());
        }}
      >
        <TextInput
          type="email"
          aria-label={t("check.address")}
          placeholder={t("check.address")}
          value={typed}
          error={isMissing && t("check.missing")}
          onChange={(event) => {
            setIsMissing(false);
            setTyped(event.currentTarget.value);
          }}
        />
        <Button type="submit" variant="default">
          {t("check.button")}
        </Button>
      </form>
      {email !== "" && error && <ErrorState error={error} isInline />}
      {info && (
        <ul className={classes["offered"]} aria-label={t("check.offered", { email: info.email })}>
          {info.authMethods.map((method) => (
            <li key={method.providerId}>
              {method.name} <span className={classes["type"]}>{t(`type.${method.type}`)}</span>
              {method.providerId === info.recommendedAuthMethod && (
                <StatusBadge tone="info" label={t("check.first")} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
