import { EmptyState } from "@parley/ui/empty-state";
import { IconMapOff } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useDocumentTitle } from "../shared/document-title.ts";
import { paths } from "../shared/urls.ts";
import classes from "./page-states.module.css";

export function NotFoundPage() {
  const { t } = useTranslation();
  useDocumentTitle(t("notFound.title"));
  return (
    <div className={classes["centre"]}>
      <h1 className={classes["hiddenTitle"]}>{t("notFound.title")}</h1>
      <EmptyState
        icon={<IconMapOff size={20} />}
        title={t("notFound.title")}
        hint={t("notFound.hint")}
        action={{ label: t("goHome"), href: paths.home }}
      />
    </div>
  );
}
