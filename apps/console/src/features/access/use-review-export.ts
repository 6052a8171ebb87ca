// An access review: everything the lens shows, with empty columns for the reviewer's decision.
import { notify } from "@parley/ui/notifications";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { VariablesOf } from "../../generated/graphql.ts";
import { client } from "../../lib/graphql/client.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { effectiveRolesQuery } from "../../shared/access/effective-roles.ts";
import type { EffectiveRole } from "../../shared/access/effective-roles.ts";
import { toCsv } from "../../shared/csv.ts";
import { datedName, saveFile } from "../../shared/save-file.ts";

type Filter = VariablesOf<typeof effectiveRolesQuery>["filter"];
const chunk = 1_000;

export function useReviewExport(organization: { id: string; name: string }, filter: Filter) {
  const { t } = useTranslation("access-lens");
  const [isSaving, setIsSaving] = useState(false);
  const readAll = async () => {
    const rows: EffectiveRole[] = [];
    for (let count = Infinity; rows.length < count;) {
      const answer = await client
        .query(
          effectiveRolesQuery,
          { accountId: organization.id, filter: filter ?? {}, limit: chunk, offset: rows.length },
          { requestPolicy: "network-only" },
        )
        .toPromise();
      if (answer.error) throw new DataError(answer.error);
      const part = answer.data?.effectiveRoles;
      if (!part || part.rows.length === 0) break;
      rows.push(...part.rows);
      count = part.count;
    }
    return rows;
  };
  const save = async () => {
    setIsSaving(true);
    try {
      const rows = await readAll();
      const head = [
        "person",
        "address",
        "product",
        "role",
        "where",
        "how",
        "path",
        "keep?",
        "reviewed by",
        "note",
      ];
      const lines = rows.map((row) => [
        row.displayName,
        row.userName,
        row.productName ?? "",
        row.roleName,
        row.projectName ?? row.accountName,
        row.isInherited ? "inherited" : row.via.toLowerCase(),
        row.path,
        "",
        "",
        "",
      ]);
      saveFile(datedName("access-review", "csv"), toCsv([head, ...lines]), "text/csv");
      notify({ tone: "good", message: t("export.done", { count: rows.length }) });
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    } finally {
      setIsSaving(false);
    }
  };
  return { save, isSaving };
}
