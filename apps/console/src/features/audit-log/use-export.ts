import { notify } from "@parley/ui/notifications";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../lib/graphql/client.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { saveFile } from "../../shared/save-file.ts";
import { exportQuery } from "./audit-query.ts";
import type { QueryMetadata } from "./audit-query.ts";

/** Saves what the filters match as a file, and says when that is not everything. */
export function useExport(accountId: string, metadata: QueryMetadata) {
  const { t } = useTranslation("audit-log");
  const [isSaving, setIsSaving] = useState(false);
  const save = async (format: "CSV" | "JSON") => {
    setIsSaving(true);
    const answer = await client
      .query(exportQuery, { accountId, queryMetadata: metadata, format }, { requestPolicy: "network-only" })
      .toPromise();
    setIsSaving(false);
    const file = answer.data?.auditLogExport;
    if (answer.error || !file) {
      const message = answer.error ? new DataError(answer.error).message : t("export.failed");
      return notify({ tone: "bad", message });
    }
    saveFile(file.fileName, file.content, file.mimeType);
    return notify({
      tone: file.isComplete ? "good" : "info",
      message: t(file.isComplete ? "export.done" : "export.partly", { count: file.count }),
      stays: !file.isComplete,
    });
  };
  return { save, isSaving };
}
