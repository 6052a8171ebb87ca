// The customer in the address, its bots and the way to it, for every page below /customers/:customerId.
import { botData } from "@parley/bot-data/bot";
import type { BotData } from "@parley/bot-data/bot";
import { customerData } from "@parley/bot-data/customer";
import type { Crumb } from "@parley/ui/page-header";
import { useMemo } from "react";
import { useParams } from "react-router";
import { graphql } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";
import { useProject } from "./project.ts";
import { paths, urlTo } from "./urls.ts";
import { useOrganization } from "./viewer.tsx";

const customerQuery = graphql(`
  query GetCustomerWithBots($customerId: ID!, $projectId: ID!) {
    getCustomerData(customerId: $customerId, projectId: $projectId) {
      customer {
        data
      }
      bots {
        data
      }
    }
  }
`);

const noBots: readonly BotData[] = [];

export function useCustomer(): { id: string; name: string; bots: readonly BotData[]; crumbs: Crumb[] } {
  const { projectId = "", customerId = "" } = useParams();
  const organization = useOrganization();
  const project = useProject();
  const { data } = useData(
    customerQuery,
    { customerId, projectId },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  const { name, bots } = useMemo(
    () =>
      data
        ? {
            name: customerData.parse(data.getCustomerData.customer.data).name,
            bots: botData.array().parse(data.getCustomerData.bots.data),
          }
        : { name: "…", bots: noBots },
    [data],
  );
  const href = urlTo(paths.customer, { orgId: organization.id, projectId, customerId });
  return { id: customerId, name, bots, crumbs: [...project.crumbs, { label: name, href }] };
}
