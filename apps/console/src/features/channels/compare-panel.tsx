// What carrying a channel over would change, part by part; the parts wanted are chosen here.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { DiffView } from "@parley/ui/diff-view";
import { environmentColour } from "@parley/ui/environment-badge";
import { notify } from "@parley/ui/notifications";
import { SidePanel } from "@parley/ui/side-panel";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Checkbox } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { compare } from "./compare.ts";
import type { Comparison, Side, Words } from "./compare.ts";
import { colourName, otherEnvironment } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { useCarryOver } from "./use-carry-over.ts";
import classes from "./channels.module.css";

type Props = {
  words: Words;
  to: Environment;
  source: Side;
  target: Side | undefined;
  /** Begin with this part alone. */
  only?: string;
  onClose: () => void;
  onCarried: () => void;
};

export function ComparePanel({ words, to, source, target, only, onClose, onCarried }: Props) {
  const { t } = useTranslation("channels");
  const carry = useCarryOver();
  const comparison = useMemo(() => compare(source, target, words), [source, target, words]);
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(comparison.parts.map(({ id }) => id).filter((id) => only !== undefined && id !== only)),
  );
  const [isAsking, setIsAsking] = useState(false);
  const chosen = new Set(comparison.parts.map(({ id }) => id).filter((id) => !left.has(id)));
  const from = otherEnvironment[to];
  const label = to === "Live" ? t("promote") : t("pull");
  const run = async () => {
    try {
      await carry({ to, source, target, comparison, chosen });
      notify({ tone: "good", message: t("carried", { name: source.channel.name, environment: to }) });
      onClose();
    } finally {
      onCarried();
    }
  };
  return (
    <SidePanel
      isOpen
      onClose={onClose}
      width={640}
      title={t("compareTitle", { name: source.channel.name })}
      subtitle={t("compareHint", { from, to })}
      footer={
        comparison.parts.length > 0 && (
          <Button
            color={environmentColour[colourName[to]]}
            disabled={chosen.size === 0}
            onClick={() => setIsAsking(true)}
          >
            {label}
          </Button>
        )
      }
    >
      {comparison.parts.length === 0 && <p className={classes["muted"]}>{t("same")}</p>}
      {comparison.parts.map((part) => (
        <section key={part.id} className={classes["part"]}>
          <div className={classes["partHead"]}>
            <Checkbox
              label={t(`part.${part.kind}`, { name: part.name })}
              checked={!left.has(part.id)}
              onChange={(event) => setLeft(without(left, part.id, event.currentTarget.checked))}
            />
            {part.isNew && <StatusBadge tone="info" label={t("newThere", { environment: to })} />}
          </div>
          <DiffView beforeLabel={t("now", { environment: to })} afterLabel={from} fields={part.fields} />
        </section>
      ))}
      <Leftovers comparison={comparison} to={to} />
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("carryTitle", { name: source.channel.name, environment: to })}
        confirmLabel={label}
        colour={to === "Live" ? "orange" : "teal"}
        onConfirm={run}
      >
        {t(to === "Live" ? "promoteHint" : "pullHint", { count: chosen.size })}
      </ConfirmDialog>
    </SidePanel>
  );
}

function Leftovers({ comparison, to }: { comparison: Comparison; to: Environment }) {
  const { t } = useTranslation("channels");
  return (
    <>
      {comparison.extras.length > 0 && (
        <p className={classes["muted"]}>
          {t("extras", { environment: to, names: comparison.extras.map(({ name }) => name).join(", ") })}
        </p>
      )}
      {comparison.missingHeaders.length > 0 && (
        <p className={classes["muted"]}>
          {t("missingHeaders", { environment: to, names: comparison.missingHeaders.join(", ") })}
        </p>
      )}
    </>
  );
}

function without(ids: ReadonlySet<string>, id: string, isWanted: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (isWanted) next.delete(id);
  else next.add(id);
  return next;
}
