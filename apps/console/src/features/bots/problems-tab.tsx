// What validation found, each with a way to the place.
import type { VersionData } from "@parley/bot-data/version";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { StatusBadge } from "@parley/ui/status-badge";
import { useTranslation } from "react-i18next";
import { placeUrl } from "./file-place.ts";
import classes from "./bots.module.css";

const tones = { error: "bad", warning: "warning", info: "info" } as const;

export function ProblemsTab({ version }: { version: VersionData }) {
  const { t } = useTranslation("bots");
  const { validation } = version;
  if (!validation.at) return <EmptyState title={t("check.never")} hint={t("check.neverHint")} />;
  if (validation.messages.length === 0) return <EmptyState title={t("check.clean")} />;
  return (
    <section className={classes["section"]}>
      {!validation.isCurrent && <p className={classes["muted"]}>{t("check.staleHint")}</p>}
      <ul className={classes["messages"]}>
        {validation.messages.map((message, index) => (
          <li key={`${message.code} ${message.file} ${message.line} ${index}`} className={classes["message"]}>
            <StatusBadge tone={tones[message.severity]} label={t(`severity.${message.severity}`)} />
            <span className={classes["grow"]}>{message.message}</span>
            {message.file && (
              <Link href={placeUrl(message.file, message.line, message.nodeId)}>
                {message.file}
                {message.line !== null && `:${message.line}`}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
