// A write to Live is one deliberate step more: the page asks, and goes on when it is told to.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { useCallback, useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Environment } from "./environment.ts";

type Question = { environment: Environment; title: string; label: string; hint?: string };
type Asked = Question & { answer: (isMeant: boolean) => void };

/** `if (!(await ask({…}))) return;` answers at once for Sandbox. */
export function useLiveStep(): [(question: Question) => Promise<boolean>, ReactNode] {
  const { t } = useTranslation("channels");
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback(
    (question: Question) =>
      question.environment === "Sandbox"
        ? Promise.resolve(true)
        : new Promise<boolean>((answer) => setAsked({ ...question, answer })),
    [],
  );
  const end = (isMeant: boolean) => {
    asked?.answer(isMeant);
    setAsked(undefined);
  };
  const dialog = (
    <ConfirmDialog
      isOpen={asked !== undefined}
      onClose={() => end(false)}
      title={asked?.title ?? ""}
      confirmLabel={asked?.label ?? ""}
      colour="orange"
      onConfirm={() => end(true)}
    >
      {asked?.hint ?? t("liveHint")}
    </ConfirmDialog>
  );
  return [ask, dialog];
}
