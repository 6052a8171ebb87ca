import { Button, Switch } from "@mantine/core";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Connection, MethodSetting } from "./login-methods-query.ts";
import classes from "./login-methods.module.css";

type Props = {
  setting: MethodSetting;
  description: string | undefined;
  connection: Connection | undefined;
  canManage: boolean;
  isLastActive: boolean;
  onToggle: (isActive: boolean) => void;
  onMakeDefault: () => void;
  onOpen: () => void;
};

const soonMs = 30 * 86_400_000;

export function MethodCard(props: Props) {
  const { setting, description, connection, canManage, isLastActive } = props;
  const { t } = useTranslation("login-methods");
  return (
    <li className={classes["card"]} data-off={!setting.isActive || undefined}>
      <div className={classes["cardWords"]}>
        <h2>
          {setting.name} <span className={classes["type"]}>{t(`type.${setting.type}`)}</span>
          {setting.isDefault && <StatusBadge tone="info" label={t("default")} />}
        </h2>
        <p>
          {description ?? connection?.issuerURL ?? ""}
          {setting.type === "SAML" && connection?.entityIssuer}
        </p>
        <p>
          {connection && t("linkedBy", { count: setting.userCount })}
          {connection?.certificateExpiresAt && (
            <>
              {" · "}
              <CertificateExpiry at={connection.certificateExpiresAt} />
            </>
          )}
        </p>
      </div>
      <div className={classes["cardActions"]}>
        {setting.type !== "DEFAULT" && connection && (
          <Button variant="default" size="xs" onClick={props.onOpen}>
            {t("configure")}
          </Button>
        )}
        {!setting.isDefault && setting.isActive && (
          <Button variant="subtle" size="xs" disabled={!canManage} onClick={props.onMakeDefault}>
            {t("makeDefault")}
          </Button>
        )}
        <Switch
          aria-label={t("isOn", { name: setting.name })}
          checked={setting.isActive}
          disabled={!canManage || isLastActive}
          title={isLastActive ? t("lastOne") : undefined}
          onChange={(event) => props.onToggle(event.currentTarget.checked)}
        />
        {isLastActive && <span className={classes["why"]}>{t("lastOne")}</span>}
      </div>
    </li>
  );
}

export function CertificateExpiry({ at }: { at: string }) {
  const { t } = useTranslation("login-methods");
  const [now] = useState(() => Date.now());
  const left = Date.parse(at) - now;
  return (
    <span className={classes["expiry"]}>
      <StatusBadge
        tone={left < 0 ? "bad" : left < soonMs ? "warning" : "good"}
        label={t(left < 0 ? "certificate.expired" : left < soonMs ? "certificate.soon" : "certificate.good")}
      />{" "}
      <RelativeTime at={at} />
    </span>
  );
}
