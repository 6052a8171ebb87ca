import { useTranslation } from "react-i18next";
import classes from "./shell.module.css";

export function PageLoading() {
  const { t } = useTranslation();
  return <div className={classes["loading"]} role="progressbar" aria-label={t("ui.loading")} />;
}
