import { useTranslation } from "react-i18next";
import { generatePath, Link, matchPath, useLocation } from "react-router";
import { paths } from "../../shared/urls.ts";
import type { NavigationItem } from "../navigation.ts";
import classes from "./rail.module.css";

type Props = { items: readonly NavigationItem[]; params: Record<string, string> };

export function NavigationLinks({ items, params }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return items.map(({ label, path, icon: Icon }) => (
    <Link
      key={path}
      className={classes["link"]}
      to={generatePath<string>(path, params)}
      {...(isCurrent(path, pathname) ? { "aria-current": "page" as const } : {})}
    >
      <Icon size={17} stroke={1.6} aria-hidden />
      {t(`navigation.${label}`)}
    </Link>
  ));
}

// Everything below a screen belongs to it, except below the landing page and a project: all is below those.
function isCurrent(path: string, pathname: string): boolean {
  const end = path === paths.landing || path === paths.project;
  return matchPath({ path, end }, pathname) !== null;
}
