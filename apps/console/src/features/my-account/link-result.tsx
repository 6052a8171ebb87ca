// How linking a login method ended, told by the address the sign-in page sends back to.
import { Alert, Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import classes from "./my-account.module.css";

export function LinkResult() {
  const { t } = useTranslation("my-account");
  const [params, setParams] = useSearchParams();
  const name = params.get("authMethodName");
  if (!name) return null;
  const hasFailed = params.get("failedLinkingAuthMethod") === "true";
  const close = (tab?: string) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.delete("authMethodName");
      next.delete("failedLinkingAuthMethod");
      if (tab) next.set("tab", tab);
      return next;
    });
  return (
    <Alert
      className={classes["notice"] ?? ""}
      color={hasFailed ? "red" : "green"}
      icon={hasFailed ? <IconAlertTriangle size={18} /> : <IconCircleCheck size={18} />}
      title={t(hasFailed ? "link.failed" : "link.done", { name })}
      role={hasFailed ? "alert" : "status"}
      withCloseButton
      onClose={() => close()}
    >
      <p className={classes["noticeText"]}>{t(hasFailed ? "link.failedNext" : "link.doneNext", { name })}</p>
      <Button size="xs" variant="default" onClick={() => close("sign-in")}>
        {t(hasFailed ? "link.again" : "link.show")}
      </Button>
    </Alert>
  );
}
