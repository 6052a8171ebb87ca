import { CopyText } from "@parley/ui/copy-text";
import { useTranslation } from "react-i18next";
import type { Connection } from "./login-methods-query.ts";
import { CertificateExpiry } from "./method-card.tsx";
import classes from "./login-methods.module.css";

/** What to enter at the identity provider, each with a button that copies it. */
export function OurValues({ connection }: { connection: Connection }) {
  const { t } = useTranslation("login-methods");
  const values =
    connection.type === "SAML"
      ? ([
          ["acsUrl", connection.acsUrl],
          ["entityId", connection.entityId],
          ["metadataUrl", connection.metadataUrl],
        ] as const)
      : ([["redirectUri", connection.redirectUri]] as const);
  return (
    <dl className={classes["values"]}>
      {values.map(([name, value]) =>
        value ? (
          <div key={name}>
            <dt>{t(`value.${name}`)}</dt>
            <dd>
              <CopyText label={t(`value.${name}`)} value={value} />
            </dd>
          </div>
        ) : null,
      )}
      {connection.certificateExpiresAt && (
        <div>
          <dt>{t("certificate.title")}</dt>
          <dd>
            <CertificateExpiry at={connection.certificateExpiresAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}
