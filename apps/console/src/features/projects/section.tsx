import type { ReactNode } from "react";
import classes from "./project-page.module.css";

type Props = { title: string; hint?: string; badge?: ReactNode; children: ReactNode };

/** A part of the page that saves on its own. */
export function Section({ title, hint, badge, children }: Props) {
  return (
    <section className={classes["section"]} aria-label={title}>
      <h2 className={classes["heading"]}>
        {title} {badge}
      </h2>
      {hint && <p className={classes["hint"]}>{hint}</p>}
      {children}
    </section>
  );
}
