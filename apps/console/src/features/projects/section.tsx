import type { ReactNode } from "react";
import classes from "./project-page.module.css";

type Props = { title: string; hint?: string; badge?: ReactNode; action?: ReactNode; children: ReactNode };

/** A part of the page that saves on its own. */
export function Section({ title, hint, badge, action, children }: Props) {
  return (
    <section className={classes["section"]} aria-label={title}>
      <h2 className={classes["heading"]}>
        {title} {badge}
        {action && <span className={classes["action"]}>{action}</span>}
      </h2>
      {hint && <p className={classes["hint"]}>{hint}</p>}
      {children}
    </section>
  );
}
