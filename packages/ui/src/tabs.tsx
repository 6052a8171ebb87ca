// Tabs of a page. The page says which is open (from the URL) and what is in it.
import { useRef } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import classes from "./tabs.module.css";

export type Tab = { id: string; label: string; count?: number | undefined; icon?: ReactNode };

type Props = { tabs: readonly Tab[]; value: string; onChange: (id: string) => void; label: string };

export function Tabs({ tabs, value, onChange, label }: Props) {
  const listRef = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const index = tabs.findIndex((tab) => tab.id === value);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    listRef.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div className={classes["list"]} role="tablist" aria-label={label} ref={listRef} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={`tab-${tab.id}`}
          data-tab={tab.id}
          className={classes["tab"]}
          aria-selected={tab.id === value}
          {...(tab.id === value ? { "aria-controls": `panel-${tab.id}` } : {})}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.icon}
          {tab.label}
          {tab.count !== undefined && <span className={classes["count"]}>{tab.count.toLocaleString()}</span>}
        </button>
      ))}
    </div>
  );
}

/** Wrap the open tab's content in it. */
export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`}>
      {children}
    </div>
  );
}
