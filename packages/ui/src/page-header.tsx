// Every page begins with it: where you are, what this is, how it stands, what to do.
import type { ReactNode } from "react";
import { Link } from "./link.tsx";
import { useTexts } from "./texts.tsx";
import classes from "./page-header.module.css";

export type Crumb = { label: string; href?: string };

type Props = {
  title: string;
  /** One sentence of state: "12 members, 3 roles, 5 projects". */
  state?: ReactNode;
  breadcrumb?: readonly Crumb[];
  badge?: ReactNode;
  icon?: ReactNode;
  /** The primary action; secondary ones before it. */
  actions?: ReactNode;
  /** Tabs, flush with the line below. */
  tabs?: ReactNode;
};

export function PageHeader({ title, state, breadcrumb = [], badge, icon, actions, tabs }: Props) {
  const texts = useTexts();
  return (
    <header className={classes["header"]} data-tabs={tabs ? true : undefined}>
      {breadcrumb.length > 0 && (
        <nav aria-label={texts.breadcrumb}>
          <ol className={classes["crumbs"]}>
            {breadcrumb.map((crumb) => (
              <li key={crumb.label + (crumb.href ?? "")}>
                {crumb.href ? <Link href={crumb.href}>{crumb.label}</Link> : crumb.label}
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={classes["line"]}>
        {icon}
        <div className={classes["words"]}>
          <div className={classes["titleLine"]}>
            <h1 className={classes["title"]}>{title}</h1>
            {badge}
          </div>
          {state && <p className={classes["stateLine"]}>{state}</p>}
        </div>
        {actions && <div className={classes["actions"]}>{actions}</div>}
      </div>
      {tabs}
    </header>
  );
}
