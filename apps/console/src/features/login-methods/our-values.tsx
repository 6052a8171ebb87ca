import { CopyText } from "@parley/ui/copy-text";
import { useTranslation } from "react-i18next";
import { CertificateExpiry } from "./method-card.tsx";
import type { OurAddresses } from "./use-our-addresses.ts";
import classes from "./login-methods.module.css";

/** What to enter at the identity provider, each with a button that copies it. */
export function OurValues(props: {
  addresses: OurAddresses;
  certificateExpiresAt: string | null | undefined;
}) {
  const { addresses, certificateExpiresAt } = props;
  const { t } = useTranslation("login-methods");
  const values = addresses.acsUrl
    ? ([
        ["acsUrl", addresses.acsUrl],
        ["entityId", addresses.entityId],
        ["metadataUrl", addresses.metadataUrl],
      ] as const)
    : ([["redirectUri", addresses.redirectUri]] as const);
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
      {certificateExpiresAt && (
        <div>
          <dt>{t("certificate.title")}</dt>
          <dd>
            <CertificateExpiry at={certificateExpiresAt} />
          </dd>
        </div>
      )}
    </dl>
  );
}
