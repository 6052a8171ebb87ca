// The pages of one customer, side by side. One line per page, added together with the page.
import { Link } from "@parley/ui/link";
import { useTranslation } from "react-i18next";
import { matchPath, useLocation, useParams } from "react-router";
import { paths, urlTo } from "./urls.ts";
import classes from "./customer-sections.module.css";

const sections = [
  { label: "bots", to: paths.customer, below: paths.bot },
  { label: "channels", to: paths.channels, below: paths.channels },
  { label: "integrations", to: paths.integrations, below: paths.integrations },
  { label: "history", to: paths.history, below: paths.history },
] as const;

export function CustomerSections() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { orgId = "", projectId = "", customerId = "", environment = "sandbox" } = useParams();
  return (
    <nav className={classes["list"]} aria-label={t("customerSections.label")}>
      {sections.map(({ label, to, below }) => {
        const isCurrent =
          matchPath(to, pathname) !== null || matchPath({ path: below, end: false }, pathname);
        return (
          <Link
            key={label}
            className={classes["link"]}
            href={urlTo(to, { orgId, projectId, customerId, environment })}
            {...(isCurrent ? { "aria-current": "page" as const } : {})}
          >
            {t(`customerSections.${label}`)}
          </Link>
        );
      })}
    </nav>
  );
}
