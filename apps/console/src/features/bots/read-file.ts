// One file when it is needed, as it is stored now.
import { versionFile, type VersionFile } from "@parley/bot-data/version";
import { useCallback } from "react";
import { useParams } from "react-router";
import { useClient } from "urql";
import { DataError } from "../../lib/graphql/errors.ts";
import { fileQuery } from "./version-files.ts";

export function useReadFile(): (filePath: string) => Promise<VersionFile> {
  const client = useClient();
  const { projectId = "", versionId = "" } = useParams();
  return useCallback(
    async (filePath) => {
      const answer = await client
        .query(fileQuery, { filePath, versionId, projectId }, { requestPolicy: "network-only" })
        .toPromise();
      if (answer.error) throw new DataError(answer.error);
      return versionFile.parse(answer.data?.getVersionFile.data);
    },
    [client, projectId, versionId],
  );
}
