import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { LinkButton } from "./link-button.tsx";
import classes from "./state.module.css";

type Action = { label: string; onClick: () => void } | { label: string; href: string };
type Props = {
  title: string;
  /** The page shows nothing else: the title is its heading. */
  isPageTitle?: boolean;
  hint?: ReactNode;
  icon?: ReactNode;
  action?: Action;
  children?: ReactNode;
};

/** Says what would be here and offers the first step. */
export function EmptyState({ title, isPageTitle = false, hint, icon, action, children }: Props) {
  const Title = isPageTitle ? "h1" : "p";
  return (
    <div className={classes["state"]}>
      {icon && (
        <div className={classes["icon"]} aria-hidden>
          {icon}
        </div>
      )}
      <Title className={classes["title"]}>{title}</Title>
      {hint && <p className={classes["hint"]}>{hint}</p>}
      {action && (
        <div className={classes["action"]}>
          <ActionButton action={action} />
        </div>
      )}
      {children}
    </div>
  );
}

function ActionButton({ action }: { action: Action }) {
  if ("href" in action) {
    return (
      <LinkButton variant="default" href={action.href}>
        {action.label}
      </LinkButton>
    );
  }
  return (
    <Button variant="default" onClick={action.onClick}>
      {action.label}
    </Button>
  );
}
