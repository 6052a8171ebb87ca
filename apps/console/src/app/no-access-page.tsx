import { EmptyState } from "@parley/ui/empty-state";
import { IconLock } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useDocumentTitle } from "../shared/document-title.ts";
import { paths } from "../shared/urls.ts";
import classes from "./page-states.module.css";

/** The organisation in the address does not exist or is not the viewer's: the answer is the same. */
export function NoAccessPage() {
  const { t } = useTranslation();
  useDocumentTitle(t("noAccess.title"));
  return (
    <div className={classes["centre"]}>
      <EmptyState
        icon={<IconLock size={20} />}
        title={t("noAccess.title")}
        isPageTitle
        hint={t("noAccess.hint")}
        action={{ label: t("goHome"), href: paths.home }}
      />
    </div>
  );
}
