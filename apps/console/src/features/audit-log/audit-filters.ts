import { personName } from "@parley/ui/person";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useData } from "../../lib/graphql/use-data.ts";
import type { FilterDefinition, FilterValues } from "../../shared/list-filters.tsx";
import { useProducts } from "../../shared/products.ts";
import { facetsQuery } from "./audit-query.ts";

export function useAuditFilters(accountId: string, values: FilterValues): readonly FilterDefinition[] {
  const { t } = useTranslation("audit-log");
  const { data } = useData(facetsQuery, { accountId });
  const products = useProducts();
  const facets = data?.auditLogFacets;
  const object = values["object"];
  return useMemo(
    () => [
      {
        id: "actor",
        label: t("filter.actor"),
        options: (facets?.users ?? []).map((user) => ({ value: user.id, label: personName(user) })),
      },
      {
        id: "product",
        label: t("filter.product"),
        options: products.map((product) => ({ value: product.id, label: product.displayName })),
      },
      {
        id: "action",
        label: t("filter.action"),
        options: (facets?.actions ?? []).map((action) => ({ value: action, label: actionWords(action) })),
      },
      {
        id: "objectType",
        label: t("filter.objectType"),
        options: (facets?.objectTypes ?? []).map((type) => ({ value: type, label: actionWords(type) })),
      },
      // One object is chosen by clicking it; here the choice can be seen and taken back.
      ...(object
        ? [{ id: "object", label: t("filter.object"), options: [{ value: object, label: object }] }]
        : []),
      { id: "from", label: t("filter.from") },
      { id: "to", label: t("filter.to") },
      {
        id: "children",
        label: t("filter.children"),
        options: [{ value: "yes", label: t("filter.included") }],
      },
    ],
    [t, facets, products, object],
  );
}

/** "team.access-changed" reads "team: access changed". */
export function actionWords(action: string): string {
  return action.replaceAll(/[-_]/gu, " ").replace(".", ": ");
}
