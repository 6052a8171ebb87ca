// Carries every channel of Sandbox that differs over to Live, one after the other.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { notify } from "@parley/ui/notifications";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { compare } from "./compare.ts";
import type { Channel, Pair, Side, Words } from "./compare.ts";
import { useCarryOver } from "./use-carry-over.ts";
import classes from "./channels.module.css";

type Props = {
  words: Words;
  pairs: readonly Pair[];
  sideOf: (channel: Channel) => Side;
  onClose: () => void;
  onCarried: () => void;
};

export function PromoteAll({ words, pairs, sideOf, onClose, onCarried }: Props) {
  const { t } = useTranslation("channels");
  const carry = useCarryOver();
  const changes = useMemo(
    () =>
      pairs.flatMap((pair) => {
        if (!pair.sandbox) return [];
        const source = sideOf(pair.sandbox);
        const target = pair.live && sideOf(pair.live);
        const comparison = compare(source, target, words);
        return comparison.parts.length > 0 ? [{ name: pair.name, source, target, comparison }] : [];
      }),
    [pairs, sideOf, words],
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={t("promoteAllTitle", { count: changes.length })}
      confirmLabel={t("promoteAll")}
      colour="orange"
      onConfirm={async () => {
        try {
          for (const { source, target, comparison } of changes) {
            const chosen = new Set(comparison.parts.map(({ id }) => id));
            await carry({ to: "Live", source, target, comparison, chosen });
          }
          notify({ tone: "good", message: t("promotedAll", { count: changes.length }) });
        } finally {
          onCarried();
        }
      }}
    >
      {changes.length === 0 ? (
        <p>{t("same")}</p>
      ) : (
        <>
          <p>{t("promoteAllHint")}</p>
          <ul className={classes["plainList"]}>
            {changes.map(({ name, target, comparison }) => (
              <li key={name}>
                <strong>{name}</strong>{" "}
                {target
                  ? t("differences", {
                      count: comparison.parts.reduce((sum, part) => sum + Math.max(1, part.fields.length), 0),
                    })
                  : t("newThere", { environment: "Live" })}
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmDialog>
  );
}
