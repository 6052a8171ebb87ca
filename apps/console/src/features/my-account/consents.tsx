// What somebody agreed to, since when, and what changes when they take it back.
import { Button } from "@mantine/core";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { notify } from "@parley/ui/notifications";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { updateMeMutation } from "./my-account-query.ts";
import type { Me } from "./my-account-query.ts";
import classes from "./my-account.module.css";

const tones = { ACCEPTED: "good", DECLINED: "warning", PENDING: "info" } as const;

export function Consents({ me, onSaved }: { me: Me; onSaved: () => void }) {
  const { t } = useTranslation("my-account");
  const [update] = useChange(updateMeMutation);
  const [declining, setDeclining] = useState<"required" | "optional">();
  const answer = async (which: "required" | "optional", status: "ACCEPTED" | "DECLINED") => {
    await update({
      id: me.id,
      ...(which === "required" ? { requiredConsentStatus: status } : { optionalConsentStatus: status }),
    });
    notify({ tone: "good", message: t(`consent.now.${status}`) });
    onSaved();
  };
  const accept = (which: "required" | "optional") =>
    void answer(which, "ACCEPTED").catch((reason: unknown) =>
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) }),
    );
  return (
    <section className={classes["section"]} aria-label={t("consent.title")}>
      <h2>{t("consent.title")}</h2>
      {(["required", "optional"] as const).map((which) => {
        const status = me[`${which}ConsentStatus`];
        return (
          <div key={which} className={classes["row"]}>
            <div className={classes["rowWords"]}>
              <strong>{t(`consent.${which}`)}</strong>
              <p>{t(`consent.${which}Hint`)}</p>
            </div>
            <span className={classes["state"]}>
              <StatusBadge tone={tones[status]} label={t(`consent.${status}`)} />
              <RelativeTime at={me[`${which}ConsentUpdatedAt`]} whenNever="" />
            </span>
            {status !== "ACCEPTED" && (
              <Button size="xs" onClick={() => accept(which)}>
                {t("consent.accept")}
              </Button>
            )}
            {status !== "DECLINED" && (
              <Button size="xs" variant="default" onClick={() => setDeclining(which)}>
                {t(status === "ACCEPTED" ? "consent.withdraw" : "consent.decline")}
              </Button>
            )}
          </div>
        );
      })}
      <ConfirmDialog
        isOpen={declining !== undefined}
        onClose={() => setDeclining(undefined)}
        title={t("consent.question")}
        confirmLabel={t("consent.decline")}
        onConfirm={() => answer(declining ?? "optional", "DECLINED")}
      >
        {t(`consent.${declining ?? "optional"}Lost`)}
      </ConfirmDialog>
    </section>
  );
}
