import { graphql } from "../generated/graphql.ts";
import type { ResultOf } from "../generated/graphql.ts";
import { useData } from "../lib/graphql/use-data.ts";

const productsQuery = graphql(`
  query GetAllProducts {
    allProducts {
      id
      name
      displayName
    }
  }
`);

const none: readonly Product[] = [];
export type Product = ResultOf<typeof productsQuery>["allProducts"][number];

/** The products people hold roles in; empty while they are on their way. */
export function useProducts(): readonly Product[] {
  return useData(productsQuery, {}, { policy: "cache-first" }).data?.allProducts ?? none;
}
