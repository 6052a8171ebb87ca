// One entry: the sentence, the values before and after, and the record as it is stored.
import { Button } from "@mantine/core";
import { CopyText } from "@parley/ui/copy-text";
import { DiffView } from "@parley/ui/diff-view";
import { Link } from "@parley/ui/link";
import { Person, personName } from "@parley/ui/person";
import { exactTime } from "@parley/ui/relative-time";
import { SidePanel } from "@parley/ui/side-panel";
import { useTranslation } from "react-i18next";
import type { AuditEntry } from "./audit-query.ts";
import { changedValues } from "./changed-values.ts";
import { objectUrl } from "./object-url.ts";
import classes from "./audit-log.module.css";

type Props = {
  entry: AuditEntry;
  onFilter: (changes: Readonly<Record<string, string>>) => void;
  onClose: () => void;
};

export function EntryPanel({ entry, onFilter, onClose }: Props) {
  const { t } = useTranslation("audit-log");
  const { before, after, displayMessage } = entry.auditLogDetail;
  const url = objectUrl(entry);
  const fields = changedValues(before, after);
  const who = entry.user ? personName(entry.user) : t("server");
  return (
    <SidePanel
      isOpen
      width={560}
      onClose={onClose}
      title={`${who} ${displayMessage}`}
      subtitle={exactTime(new Date(entry.createdAt), undefined)}
    >
      <section className={classes["section"]} aria-label={t("values")}>
        <h3>{t("values")}</h3>
        {fields.length > 0 ? (
          <DiffView fields={fields} />
        ) : (
          <p className={classes["muted"]}>{t("noValues")}</p>
        )}
      </section>
      <section className={classes["section"]} aria-label={t("about")}>
        <h3>{t("about")}</h3>
        <dl className={classes["facts"]}>
          <dt>{t("columns.actor")}</dt>
          <dd>{entry.user ? <Person person={entry.user} detail={entry.user.userName} /> : t("server")}</dd>
          <dt>{t("columns.object")}</dt>
          <dd>
            {url ? (
              <Link className={classes["link"]} href={url}>
                {entry.objectName ?? t("open")}
              </Link>
            ) : (
              (entry.objectName ?? "–")
            )}{" "}
            <span className={classes["muted"]}>{entry.objectType}</span>
          </dd>
          <dt>{t("columns.action")}</dt>
          <dd>
            <code>{entry.action}</code>
          </dd>
          <dt>{t("columns.product")}</dt>
          <dd>{entry.product?.displayName ?? "–"}</dd>
          <dt>{t("columns.project")}</dt>
          <dd>{entry.projectName ?? "–"}</dd>
          <dt>{t("position")}</dt>
          <dd>{entry.sequence.toLocaleString()}</dd>
          <dt>{t("hash")}</dt>
          <dd>
            <CopyText label={t("hash")} value={entry.hash} shown={`${entry.hash.slice(0, 16)}…`} />
          </dd>
        </dl>
      </section>
      <div className={classes["buttons"]}>
        {entry.user && (
          <Button variant="default" size="xs" onClick={() => onFilter({ actor: entry.user?.id ?? "" })}>
            {t("byPerson", { name: who })}
          </Button>
        )}
        {entry.objectId && (
          <Button
            variant="default"
            size="xs"
            onClick={() => onFilter({ objectType: entry.objectType, object: entry.objectId ?? "" })}
          >
            {t("ofObject", { name: entry.objectName ?? entry.objectType })}
          </Button>
        )}
      </div>
      <details className={classes["raw"]}>
        <summary>{t("raw")}</summary>
        <pre>{JSON.stringify(entry, null, 2)}</pre>
      </details>
    </SidePanel>
  );
}
