import { graphql } from "../../generated/graphql.ts";

export const updateMutation = graphql(`
  mutation UpdateCustomer($projectId: ID!, $customerId: ID!, $customerInput: CustomerInput!) {
    updateCustomer(projectId: $projectId, customerId: $customerId, customerInput: $customerInput) {
      data
    }
  }
`);
