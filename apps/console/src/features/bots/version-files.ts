// Reading and writing the files of a version; a write says which content it is based on.
import type { VersionFile } from "@parley/bot-data/version";
import { versionData, versionFile } from "@parley/bot-data/version";
import { useMemo } from "react";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";

export const fileQuery = graphql(`
  query GetVersionFile($filePath: String!, $versionId: ID!, $projectId: ID!) {
    getVersionFile(filePath: $filePath, versionId: $versionId, projectId: $projectId) {
      data
      versionGraph {
        data
      }
    }
  }
`);

const putMutation = graphql(`
  mutation PutVersionFiles($projectId: ID!, $versionId: ID!, $files: [VersionFileInput!]!) {
    putVersionFiles(projectId: $projectId, versionId: $versionId, files: $files) {
      data
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteVersionFiles($projectId: ID!, $versionId: ID!, $filePaths: [String!]!) {
    deleteVersionFiles(projectId: $projectId, versionId: $versionId, filePaths: $filePaths) {
      data
    }
  }
`);

export function useVersionFile(filePath: string | undefined): {
  file: VersionFile | undefined;
  error: Error | undefined;
  reload: () => void;
} {
  const { projectId = "", versionId = "" } = useParams();
  const { data, error, reload } = useData(
    fileQuery,
    { filePath: filePath ?? "", versionId, projectId },
    { isPaused: filePath === undefined, types: ["DataResult", "DataResultWithMessages"] },
  );
  const file = useMemo(() => {
    const parsed = data && versionFile.parse(data.getVersionFile.data);
    return parsed?.filePath === filePath ? parsed : undefined;
  }, [data, filePath]);
  return { file, error, reload };
}

export function useFileChanges() {
  const { projectId = "", versionId = "" } = useParams();
  const [put, putting] = useChange(putMutation);
  const [remove] = useChange(deleteMutation);
  return {
    isBusy: putting.isBusy,
    put: (files: { filePath: string; content: string; basedOnSha256?: string | null }[]) =>
      put({ projectId, versionId, files }),
    /** Answers what the next edit of this file is based on. */
    putOne: async (filePath: string, content: string, basedOn: string) => {
      const answer = await put({
        projectId,
        versionId,
        files: [{ filePath, content, basedOnSha256: basedOn }],
      });
      const { files } = versionData.parse(answer.putVersionFiles.data);
      return files.find((entry) => entry.filePath === filePath)?.sha256 ?? basedOn;
    },
    remove: (filePaths: string[]) => remove({ projectId, versionId, filePaths }),
  };
}
