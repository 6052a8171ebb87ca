// What a pending change gives and takes in the end: a role that is also held by another path is not lost.
import { Skeleton } from "@mantine/core";
import { ErrorState } from "@parley/ui/error-state";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf, VariablesOf } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import classes from "./access.module.css";

const previewQuery = graphql(`
  query GetAccessPreview($accountId: ID!, $change: PendingAccessChange!) {
    accessPreview(accountId: $accountId, change: $change) {
      refusal
      added {
        ...PreviewRole
      }
      removed {
        ...PreviewRole
      }
    }
  }
`);

export const previewRoleFragment = graphql(`
  fragment PreviewRole on EffectiveRole {
    userId
    displayName
    roleKey
    roleName
    productName
    projectId
    projectName
    accountName
    path
  }
`);

export type PendingChange = VariablesOf<typeof previewQuery>["change"];
type PreviewRole = ResultOf<typeof previewRoleFragment>;

export function useAccessPreview(accountId: string, change: PendingChange) {
  const { data, error, isLoading, isRefreshing } = useData(previewQuery, { accountId, change });
  return { preview: data?.accessPreview, error, isLoading: isLoading || (isRefreshing && !data) };
}

type Props = ReturnType<typeof useAccessPreview> & { showsPerson?: boolean };

export function AccessPreview({ preview, error, isLoading, showsPerson = false }: Props) {
  const { t } = useTranslation("access");
  if (isLoading) return <Skeleton height={48} aria-label={t("previewLoading")} />;
  if (error) return <ErrorState title={t("previewFailed")} error={error} isInline />;
  if (!preview) return null;
  if (preview.refusal !== null && preview.refusal !== undefined)
    return <ErrorState title={t("refused")} error={{ message: preview.refusal }} isInline />;
  const isSame = preview.added.length + preview.removed.length === 0;
  return (
    <>
      <p className={classes["subhead"]}>{t("effect")}</p>
      {isSame && <p className={classes["none"]}>{t("noEffect")}</p>}
      {!isSame && (
        <ul className={classes["lines"]}>
          {preview.added.map((role) => (
            <PreviewLine key={`added ${keyOf(role)}`} kind="added" role={role} showsPerson={showsPerson} />
          ))}
          {preview.removed.map((role) => (
            <PreviewLine
              key={`removed ${keyOf(role)}`}
              kind="removed"
              role={role}
              showsPerson={showsPerson}
            />
          ))}
        </ul>
      )}
    </>
  );
}

const keyOf = (role: PreviewRole) => [role.userId, role.roleKey, role.projectId, role.path].join();

function PreviewLine({
  kind,
  role,
  showsPerson,
}: {
  kind: "added" | "removed";
  role: PreviewRole;
  showsPerson: boolean;
}) {
  const { t } = useTranslation("access");
  return (
    <li data-kind={kind}>
      <span className={classes["sign"]}>{t(kind === "added" ? "gets" : "loses")}</span>
      <span>
        {showsPerson && <strong>{role.displayName} </strong>}
        {role.roleName}{" "}
        <span className={classes["path"]}>{t("at", { place: role.projectName ?? role.accountName })}</span>
      </span>
    </li>
  );
}
