import type { TableState } from "@parley/ui/data-table";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf, VariablesOf } from "../../generated/graphql.ts";
import type { FilterValues } from "../../shared/list-filters.tsx";

export const usersQuery = graphql(`
  query GetUsers(
    $accountId: ID!
    $filter: UserFilter
    $orderBy: UserOrderEnum
    $isDescending: Boolean
    $limit: Int
    $offset: Int
  ) {
    users(
      accountId: $accountId
      filter: $filter
      orderBy: $orderBy
      isDescending: $isDescending
      limit: $limit
      offset: $offset
    ) {
      id
      userName
      firstName
      lastName
      picture
      pictureFile {
        url
      }
      status
      hasActiveSessions
      passwordRecoveryStatus
      lastActiveAt
      createdAt
      assignedRoles(accountId: $accountId) {
        id
        name
      }
      assignedTeams(accountId: $accountId) {
        id
        name
      }
    }
    usersCount(accountId: $accountId, filter: $filter)
  }
`);

export type UserRow = ResultOf<typeof usersQuery>["users"][number];
export type UsersVariables = VariablesOf<typeof usersQuery>;
type Filter = NonNullable<UsersVariables["filter"]>;

export const pageSize = 50;
export const filterIds = ["status", "team", "role", "project", "product", "signedIn", "inactive"] as const;

const orders = {
  name: "FIRST_NAME",
  lastName: "LAST_NAME",
  userName: "USER_NAME",
  status: "STATUS",
  lastActiveAt: "LAST_ACTIVE_AT",
  createdAt: "CREATED_AT",
} as const;
const isOrder = (column: string): column is keyof typeof orders => Object.hasOwn(orders, column);
const statuses = ["INVITED", "ACTIVE", "SUSPENDED"] as const;
const dayMs = 86_400_000;

/** What the address asks for, in the server's words; by first name unless sorted otherwise. */
export function usersVariables(
  accountId: string,
  state: TableState,
  search: string,
  values: FilterValues,
  now: number,
): UsersVariables {
  const sort = state.sort && isOrder(state.sort.column) ? state.sort : undefined;
  const column = sort && isOrder(sort.column) ? sort.column : "name";
  return {
    accountId,
    filter: userFilter(search, values, now),
    orderBy: orders[column],
    isDescending: sort?.isDescending ?? false,
    limit: pageSize,
    offset: (state.page - 1) * pageSize,
  };
}

function userFilter(search: string, values: FilterValues, now: number): Filter {
  const status = statuses.find((candidate) => candidate === values["status"]);
  const days = Number(values["inactive"] ?? 0);
  // Whole days: the same question stays the same query while the page is open.
  const today = Math.floor(now / dayMs) * dayMs;
  return {
    ...(search ? { search } : {}),
    ...(status ? { status } : {}),
    ...(values["team"] ? { teamId: values["team"] } : {}),
    ...(values["role"] ? { roleId: values["role"] } : {}),
    ...(values["project"] ? { projectId: values["project"] } : {}),
    ...(values["product"] ? { productId: values["product"] } : {}),
    ...(values["signedIn"] ? { hasActiveSessions: values["signedIn"] === "yes" } : {}),
    ...(days > 0 ? { inactiveSince: new Date(today - days * dayMs).toISOString() } : {}),
  };
}
