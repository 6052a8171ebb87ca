// What happened to one object, newest first, from the organisation's audit log.
import { Skeleton } from "@mantine/core";
import { EmptyState } from "@parley/ui/empty-state";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { personName } from "@parley/ui/person";
import { RelativeTime } from "@parley/ui/relative-time";
import { useTranslation } from "react-i18next";
import { graphql } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";
import { paths, urlTo } from "./urls.ts";
import classes from "./object-history.module.css";

const historyQuery = graphql(`
  query GetObjectHistory($accountId: ID!, $objectType: String!, $objectId: ID!) {
    objectHistory(accountId: $accountId, objectType: $objectType, objectId: $objectId, limit: 30) {
      count
      rows {
        id
        createdAt
        user {
          id
          firstName
          lastName
          userName
        }
        auditLogDetail {
          displayMessage
        }
      }
    }
  }
`);

type Props = { accountId: string; objectType: string; objectId: string };

export function ObjectHistory({ accountId, objectType, objectId }: Props) {
  const { t } = useTranslation();
  const { data, error, isLoading, reload } = useData(historyQuery, { accountId, objectType, objectId });
  if (isLoading) return <Skeleton height={80} />;
  if (error) return <ErrorState title={t("history.failed")} error={error} onRetry={reload} isInline />;
  const rows = data?.objectHistory.rows ?? [];
  if (rows.length === 0) return <EmptyState title={t("history.empty")} hint={t("history.emptyHint")} />;
  return (
    <>
      <ol className={classes["list"]}>
        {rows.map((entry) => (
          <li key={entry.id}>
            <p>
              <strong>{entry.user ? personName(entry.user) : t("history.server")}</strong>{" "}
              {entry.auditLogDetail.displayMessage}
            </p>
            <RelativeTime at={entry.createdAt} />
          </li>
        ))}
      </ol>
      <Link
        className={classes["all"]}
        href={`${urlTo(paths.auditLog, { orgId: accountId })}?objectType=${objectType}&object=${objectId}`}
      >
        {t("history.all", { count: data?.objectHistory.count ?? 0 })}
      </Link>
    </>
  );
}
