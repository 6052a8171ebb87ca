import { Skeleton } from "@mantine/core";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { RelativeTime } from "@parley/ui/relative-time";
import { SearchInput } from "@parley/ui/search-input";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useLookAgain } from "../../lib/graphql/use-look-again.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import classes from "./server.module.css";

const mailboxQuery = graphql(`
  query GetDevelopmentMailbox($accountId: ID!) {
    developmentMailbox(accountId: $accountId, limit: 100) {
      id
      recipient
      subject
      text
      template
      createdAt
    }
  }
`);

const everyMs = 3_000;

/** Mails that would have been sent, had an SMTP server been configured. */
export function Mailbox({ accountId }: { accountId: string }) {
  const { t } = useTranslation("server");
  const [search, setSearch] = useUrlParam("q");
  const reading = useData(mailboxQuery, { accountId });
  const { data, error, isLoading, reload } = reading;
  // Mails come from elsewhere, a moment after what they are about.
  useLookAgain(reading, true, everyMs);
  if (isLoading) return <Skeleton height={120} />;
  if (error && !data) return <ErrorState title={t("mailbox.failed")} error={error} onRetry={reload} />;
  const wanted = search.trim().toLowerCase();
  const mails = (data?.developmentMailbox ?? []).filter((mail) =>
    `${mail.recipient} ${mail.subject}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className={classes["toolbar"]}>
        <SearchInput value={search} placeholder={t("mailbox.search")} onChange={setSearch} />
        <p>{t("mailbox.hint")}</p>
      </div>
      {mails.length === 0 && <EmptyState title={t("mailbox.none")} hint={t("mailbox.noneHint")} />}
      {mails.map((mail) => (
        <details key={mail.id} className={classes["mail"]}>
          <summary>
            <strong>{mail.subject}</strong>
            <span>{mail.recipient}</span>
            <RelativeTime at={mail.createdAt} />
          </summary>
          <pre>{mail.text}</pre>
        </details>
      ))}
    </>
  );
}
