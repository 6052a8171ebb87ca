// A button that opens a small panel beside it. Built on the browser's own popover: it closes on Escape
// and on a click elsewhere by itself, and costs no code on the first screen.
import { Suspense, useId, useRef, useState } from "react";
import type { ReactNode } from "react";
import classes from "./drop-panel.module.css";

const panelWidth = 284;

type Props = {
  /** Names the panel. */
  label: string;
  /** Read out before what the button shows: "Switch organisation, now". */
  prefix?: string;
  className?: string | undefined;
  button: ReactNode;
  /** Drawn while open only. */
  children: (close: () => void) => ReactNode;
  placement?: "below" | "above";
  /** Which edges of button and panel meet. */
  align?: "start" | "end";
};

export function DropPanel({
  label,
  prefix,
  className,
  button,
  children,
  placement = "below",
  align = "start",
}: Props) {
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);

  const place = () => {
    const anchor = buttonRef.current?.getBoundingClientRect();
    const panel = panelRef.current;
    if (!anchor || !panel) return;
    const wanted = align === "start" ? anchor.left : anchor.right - panelWidth;
    panel.style.left = `${Math.max(8, Math.min(wanted, window.innerWidth - panelWidth - 8))}px`;
    if (placement === "below") panel.style.top = `${anchor.bottom + 4}px`;
    else panel.style.bottom = `${window.innerHeight - anchor.top + 4}px`;
  };

  const close = () => document.getElementById(id)?.hidePopover();

  return (
    <>
      <button
        ref={buttonRef}
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        {prefix && <span className={classes["unseen"]}>{prefix} </span>}
        {button}
      </button>
      <div
        ref={panelRef}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={classes["panel"]}
        onBeforeToggle={(event) => {
          if (event.newState === "open") place();
        }}
        onToggle={(event) => setIsOpen(event.newState === "open")}
      >
        {isOpen && <Suspense>{children(close)}</Suspense>}
      </div>
    </>
  );
}
