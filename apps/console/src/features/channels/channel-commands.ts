// The customer's other channels, in the command palette.
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useCommands } from "../../shared/commands.ts";
import type { Command } from "../../shared/commands.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useCustomerPlace } from "./environment.ts";

const namesQuery = graphql(`
  query GetCustomersPypes($customerId: ID!, $projectId: ID!) {
    getCustomersPypes(customerId: $customerId, projectId: $projectId) {
      id
      name
      environment
    }
  }
`);

export function useChannelCommands(): void {
  const { t } = useTranslation("channels");
  const place = useCustomerPlace();
  const navigate = useNavigate();
  const { data } = useData(
    namesQuery,
    { customerId: place.customerId, projectId: place.projectId },
    { policy: "cache-first", types: ["Pype"] },
  );
  const commands = useMemo<readonly Command[]>(
    () =>
      (data?.getCustomersPypes ?? []).map(({ id, name, environment }) => ({
        id: `channel-${id}`,
        group: t("title"),
        label: name,
        detail: environment,
        run: () =>
          void navigate(
            urlTo(paths.channel, { ...place, environment: environment.toLowerCase(), channelId: id }),
          ),
      })),
    [data, t, navigate, place],
  );
  useCommands(commands);
}
