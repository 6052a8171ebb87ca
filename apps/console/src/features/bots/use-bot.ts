import { botWithRights } from "@parley/bot-data/bot";
import { useMemo } from "react";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";

const botQuery = graphql(`
  query GetBotById($botId: ID!, $projectId: ID!) {
    getBotById(botId: $botId, projectId: $projectId) {
      data
    }
  }
`);

/** The bot of the address. */
export function useBot() {
  const { projectId = "", botId = "" } = useParams();
  const { data, error, reload } = useData(
    botQuery,
    { botId, projectId },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  const bot = useMemo(() => data && botWithRights.parse(data.getBotById.data), [data]);
  return { bot, error, reload };
}
