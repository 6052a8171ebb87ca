// Short messages in the corner. Errors and notices marked "stays" wait to be closed; an action offers Undo.
import { CloseButton } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import { useEffect, useSyncExternalStore } from "react";
import { useTexts } from "./texts.tsx";
import classes from "./notifications.module.css";

export type Notice = {
  tone: "info" | "good" | "bad";
  message: string;
  /** Does not close by itself. Errors never do. */
  stays?: boolean;
  /** Undo, or a link to what was made. */
  action?: { label: string; run: () => void };
};

type Shown = Notice & { id: number };

let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function notify(notice: Notice): () => void {
  lastId += 1;
  const id = lastId;
  // The same sentence twice says nothing new.
  set([...shown.filter((other) => other.message !== notice.message), { ...notice, id }].slice(-4));
  return () => dismiss(id);
}

function dismiss(id: number): void {
  set(shown.filter((notice) => notice.id !== id));
}

function set(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export function Notifications() {
  const texts = useTexts();
  const notices = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
  return (
    <div className={classes["stack"]} role="region" aria-label={texts.notifications} aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

const icons = { info: IconInfoCircle, good: IconCircleCheck, bad: IconAlertTriangle };

function NoticeCard({ notice }: { notice: Shown }) {
  const texts = useTexts();
  const Icon = icons[notice.tone];
  const closesItself = notice.stays !== true && notice.tone !== "bad";
  useEffect(() => {
    if (!closesItself) return;
    const timer = setTimeout(() => dismiss(notice.id), notice.action ? 10_000 : 5_000);
    return () => clearTimeout(timer);
  }, [closesItself, notice.id, notice.action]);
  const { action } = notice;
  return (
    <div
      className={classes["notice"]}
      data-tone={notice.tone}
      role={notice.tone === "bad" ? "alert" : "status"}
    >
      <Icon className={classes["icon"]} size={17} aria-hidden />
      <p className={classes["message"]}>{notice.message}</p>
      {action && (
        <button
          type="button"
          className={classes["action"]}
          onClick={() => {
            action.run();
            dismiss(notice.id);
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton size="sm" aria-label={texts.close} onClick={() => dismiss(notice.id)} />
    </div>
  );
}
