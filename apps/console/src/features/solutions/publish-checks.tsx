import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import classes from "./solutions.module.css";

type Check = { name: string; passed: boolean; required: boolean; message: string };

/** The checklist of a publish: what holds, what does not, and whether that matters here. */
export function PublishChecks({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation("solutions");
  return (
    <ul className={classes["checks"]}>
      {checks.map((check) => (
        <li key={check.name} className={classes["check"]}>
          <StatusBadge
            tone={check.passed ? "good" : check.required ? "bad" : "warning"}
            label={t(`publish.check.${check.name}`)}
          />
          <span>
            {check.message}
            {!check.passed && !check.required && (
              <span className={classes["muted"]}> {t("publish.notRequired")}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
