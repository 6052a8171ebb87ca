import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { AccountDetails } from "../../shared/access/account-details.ts";
import type { FilterDefinition } from "../../shared/list-filters.tsx";
import { useProducts } from "../../shared/products.ts";

const asOptions = (items: readonly { id: string; name: string }[]) =>
  items.map(({ id, name }) => ({ value: id, label: name }));

export function useUserFilters(details: AccountDetails | undefined): readonly FilterDefinition[] {
  const { t } = useTranslation("users");
  const products = useProducts();
  return useMemo(
    () => [
      {
        id: "status",
        label: t("columns.status"),
        options: ["ACTIVE", "INVITED", "SUSPENDED"].map((value) => ({ value, label: t(`status.${value}`) })),
      },
      { id: "team", label: t("filter.team"), options: asOptions(details?.teams ?? []) },
      { id: "role", label: t("filter.role"), options: asOptions(details?.roles ?? []) },
      {
        id: "product",
        label: t("filter.product"),
        options: products.map(({ id, displayName }) => ({ value: id, label: displayName })),
      },
      { id: "project", label: t("filter.project"), options: asOptions(details?.projects ?? []) },
      {
        id: "signedIn",
        label: t("filter.signedIn"),
        options: ["yes", "no"].map((value) => ({ value, label: t(`filter.${value}`) })),
      },
      {
        id: "inactive",
        label: t("filter.inactive"),
        options: ["30", "90", "180"].map((value) => ({
          value,
          label: t("filter.days", { count: Number(value) }),
        })),
      },
    ],
    [t, details, products],
  );
}
