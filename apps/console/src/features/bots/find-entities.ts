import { entityFinds, type EntityFile } from "@parley/bot-data/entity";
import { useMemo } from "react";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const findQuery = graphql(`
  query FindEntities($projectId: ID!, $versionId: ID!, $texts: [String!]!, $name: String, $definition: JSON) {
    findEntities(
      projectId: $projectId
      versionId: $versionId
      texts: $texts
      name: $name
      definition: $definition
    ) {
      data
    }
  }
`);

/** What the version's entities find in the texts; with a definition, what only that one would find. */
export function useEntityFinds(texts: readonly string[], one?: { name: string; definition: EntityFile }) {
  const { projectId = "", versionId = "" } = useParams();
  const { data } = useData(
    findQuery,
    {
      projectId,
      versionId,
      texts: [...texts],
      name: one?.name ?? null,
      definition: one?.definition ?? null,
    },
    { isPaused: texts.length === 0, types: ["DataResult"] },
  );
  return useMemo(() => (data ? entityFinds.parse(data.findEntities.data) : undefined), [data]);
}
