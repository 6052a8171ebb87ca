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
      <EmptyState
        icon={<IconMapOff size={20} />}
        title={t("notFound.title")}
        isPageTitle
        hint={t("notFound.hint")}
        action={{ label: t("goHome"), href: paths.home }}
      />
    </div>
  );
}
