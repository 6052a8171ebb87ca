// Whose history it is: the customer's when the address names one, otherwise the project's.
import type { Crumb } from "@parley/ui/page-header";
import { customerData } from "@parley/bot-data/customer";
import { useMemo } from "react";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useProject } from "../../shared/project.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import type { HistoryPlace } from "./place.ts";

const customerQuery = graphql(`
  query GetHistoryCustomer($customerId: ID!, $projectId: ID!) {
    getCustomerData(customerId: $customerId, projectId: $projectId) {
      customer {
        data
      }
    }
  }
`);

export function useHistoryTitle({ orgId, projectId, customerId }: HistoryPlace): {
  name: string;
  crumbs: Crumb[];
} {
  const project = useProject();
  const { data } = useData(
    customerQuery,
    { customerId: customerId ?? "", projectId },
    { isPaused: customerId === undefined },
  );
  const name = useMemo(
    () => (data ? customerData.parse(data.getCustomerData.customer.data).name : "…"),
    [data],
  );
  if (customerId === undefined) return project;
  const href = urlTo(paths.customer, { orgId, projectId, customerId });
  return { name, crumbs: [...project.crumbs, { label: name, href }] };
}
