// Details of a row beside its list. Not a dialog: the list stays usable and arrow keys go on working.
import { CloseButton } from "@mantine/core";
import { useEffect, useId } from "react";
import type { ReactNode } from "react";
import { useTexts } from "./texts.tsx";
import classes from "./side-panel.module.css";

const above =
  "[role='dialog']:not([popover]), [role='menu'], :popover-open, [aria-haspopup='listbox'][aria-expanded='true']";

type Props = {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** Stays at the bottom: a save bar or the main action. */
  footer?: ReactNode;
  width?: number;
  children: ReactNode;
};

export function SidePanel({
  isOpen,
  onClose,
  title,
  subtitle,
  actions,
  footer,
  width = 480,
  children,
}: Props) {
  const texts = useTexts();
  const titleId = useId();
  useEffect(() => {
    if (!isOpen) return;
    // A dialog, menu or open list above the panel takes the key first, and may be gone when it gets here: then the key
    // still comes from inside of it.
    let isCovered = false;
    const look = ({ target }: KeyboardEvent) => {
      const isFromAbove = target instanceof Element && target.closest(above) !== null;
      isCovered = isFromAbove || document.querySelector(above) !== null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isCovered) onClose();
    };
    document.addEventListener("keydown", look, true);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("keydown", look, true);
      document.removeEventListener("keydown", onKeyDown);
    };
  }, [isOpen, onClose]);
  if (!isOpen) return null;
  return (
    <aside className={classes["panel"]} style={{ width }} aria-labelledby={titleId}>
      <div className={classes["head"]}>
        <div className={classes["words"]}>
          <h2 className={classes["title"]} id={titleId}>
            {title}
          </h2>
          {subtitle && <div className={classes["subtitle"]}>{subtitle}</div>}
        </div>
        <div className={classes["actions"]}>
          {actions}
          <CloseButton aria-label={texts.close} onClick={onClose} />
        </div>
      </div>
      <div className={classes["body"]}>{children}</div>
      {footer && (
        <div className={classes["footer"]} data-bottom-actions>
          {footer}
        </div>
      )}
    </aside>
  );
}
