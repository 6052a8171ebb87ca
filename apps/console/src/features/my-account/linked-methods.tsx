// The ways to sign in that one's organisation offers: which are linked, and how to link another.
import { Button } from "@mantine/core";
import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { config } from "../../lib/config.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import type { Me } from "./my-account-query.ts";
import classes from "./my-account.module.css";

const settingsQuery = graphql(`
  query GetUserSettingsLimited($email: String!) {
    userSettingsLimited(email: $email) {
      recommendedAuthMethod
    }
  }
`);

export function LinkedMethods({ me, orgId }: { me: Me; orgId: string }) {
  const { t } = useTranslation("my-account");
  const { data } = useData(settingsQuery, { email: me.userName });
  const recommended = data?.userSettingsLimited.recommendedAuthMethod;
  return (
    <section className={classes["section"]} aria-label={t("methods.title")}>
      <h2>{t("methods.title")}</h2>
      <p className={classes["hint"]}>
        {t("methods.hint", { organization: me.defaultAccount?.name ?? t("methods.yours") })}
      </p>
      {me.listOfAuthMethods.map((method) => (
        <div key={method.providerId} className={classes["row"]}>
          <div className={classes["rowWords"]}>
            <strong>{method.name}</strong>
            <p>
              {[
                t(`methods.type.${method.type}`),
                ...(method.isCreationOne ? [t("methods.addedWith")] : []),
                ...(method.providerId === recommended ? [t("methods.recommended")] : []),
              ].join(" · ")}
            </p>
          </div>
          <StatusBadge
            tone={method.isActive ? "good" : "neutral"}
            label={t(method.isActive ? "methods.linked" : "methods.notLinked")}
          />
          {method.isCustom && !method.isActive && method.accountAuthMethodSettingsId && (
            <Button
              size="xs"
              component="a"
              href={linkUrl(me.id, orgId, method.accountAuthMethodSettingsId, method.providerId)}
            >
              {t("methods.link")}
            </Button>
          )}
        </div>
      ))}
      <p>
        <Button component="a" variant="default" href={`${config.signInUrl}/settings`}>
          {t("methods.manage")}
        </Button>
      </p>
      <p className={classes["hint"]}>{t("methods.manageHint")}</p>
    </section>
  );
}

/** The sign-in front end carries the linking out and comes back to this page (decision 012). */
export function linkUrl(userId: string, orgId: string, settingsId: string, authMethodName: string): string {
  const url = new URL("/settings", config.signInUrl);
  url.searchParams.set("userId", userId);
  url.searchParams.set("accountAuthMethodSettingsId", settingsId);
  url.searchParams.set("orgId", orgId);
  url.searchParams.set("authMethodName", authMethodName);
  return url.href;
}
