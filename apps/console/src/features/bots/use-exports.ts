// A version or its intents as a file for the person who asks.
import { useParams } from "react-router";
import { useClient } from "urql";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { saveFile } from "../../shared/save-file.ts";
import { attempt } from "./attempt.ts";

const versionQuery = graphql(`
  query ExportVersion($versionId: ID!, $projectId: ID!) {
    exportVersion(versionId: $versionId, projectId: $projectId) {
      data
    }
  }
`);

const intentsQuery = graphql(`
  query ExportIntents($versionId: ID!, $projectId: ID!, $format: IntentFormat!) {
    exportIntents(versionId: $versionId, projectId: $projectId, format: $format) {
      data
    }
  }
`);

const archive = z.object({ fileName: z.string(), base64: z.string() });
const text = z.object({ fileName: z.string(), content: z.string() });

export function useExports(versionId: string) {
  const client = useClient();
  const { projectId = "" } = useParams();
  const policy = { requestPolicy: "network-only" } as const;
  return {
    version: () =>
      attempt(async () => {
        const answer = await client.query(versionQuery, { versionId, projectId }, policy).toPromise();
        if (answer.error) throw new DataError(answer.error);
        const { fileName, base64 } = archive.parse(answer.data?.exportVersion.data);
        saveFile(
          fileName,
          Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)),
          "application/zip",
        );
      }),
    intents: (format: "CSV" | "RASA_YAML") =>
      attempt(async () => {
        const answer = await client.query(intentsQuery, { versionId, projectId, format }, policy).toPromise();
        if (answer.error) throw new DataError(answer.error);
        const { fileName, content } = text.parse(answer.data?.exportIntents.data);
        saveFile(fileName, content, format === "CSV" ? "text/csv" : "application/yaml");
      }),
  };
}
