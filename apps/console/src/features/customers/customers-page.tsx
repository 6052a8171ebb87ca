// The project's customers: whom bots are built for.
import { customerData } from "@parley/bot-data/customer";
import type { CustomerData } from "@parley/bot-data/customer";
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button } from "@mantine/core";
import { IconBuildingStore } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { languageName } from "../../shared/language-name.ts";
import { Monogram } from "../../shared/monogram.tsx";
import { useProject } from "../../shared/project.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { CustomerForm } from "./customer-form.tsx";

const customersQuery = graphql(`
  query GetCustomers($projectId: ID!) {
    gesGetCustomers(projectId: $projectId) {
      data
    }
  }
`);

export function CustomersPage() {
  const { t } = useTranslation("customers");
  const navigate = useNavigate();
  const { orgId = "", projectId = "" } = useParams();
  const project = useProject();
  const { data, error, isLoading, reload } = useData(
    customersQuery,
    { projectId },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  const tableState = useTableUrlState();
  const [isCreating, setIsCreating] = useState(false);
  const customers = useMemo(() => data && customerData.array().parse(data.gesGetCustomers.data), [data]);
  const urlOf = (customer: CustomerData) =>
    urlTo(paths.customer, { orgId, projectId, customerId: customer.id });
  const columns = useMemo(() => columnsIn(t, orgId, projectId), [t, orgId, projectId]);
  useDocumentTitle(t("list.title"), project.name);
  return (
    <>
      <PageHeader
        title={t("list.title")}
        breadcrumb={project.crumbs}
        state={customers && t("list.state", { count: customers.length })}
        actions={<Button onClick={() => setIsCreating(true)}>{t("list.create")}</Button>}
      />
      <DataTable
        {...tableState}
        label={t("list.title")}
        storageKey="customers"
        columns={columns}
        rows={customers}
        getRowId={(customer) => customer.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        searchPlaceholder={t("list.search")}
        onOpenRow={(customer) => void navigate(urlOf(customer))}
        empty={
          <EmptyState
            icon={<IconBuildingStore size={20} />}
            title={t("list.empty.title")}
            hint={t("list.empty.hint")}
            action={{ label: t("list.create"), onClick: () => setIsCreating(true) }}
          />
        }
      />
      {isCreating && (
        <CustomerForm
          onClose={() => setIsCreating(false)}
          onSaved={(id) => void navigate(urlTo(paths.customer, { orgId, projectId, customerId: id }))}
        />
      )}
    </>
  );
}

function columnsIn(t: TFunction<"customers">, orgId: string, projectId: string): Column<CustomerData>[] {
  return [
    {
      id: "name",
      header: t("list.name"),
      isAlwaysShown: true,
      width: "30%",
      value: (customer) => customer.name,
      cell: (customer) => (
        <Link
          href={urlTo(paths.customer, { orgId, projectId, customerId: customer.id })}
          style={{ display: "inline-flex", alignItems: "center", gap: 8, fontWeight: 500 }}
        >
          <Monogram name={customer.name} picture={customer.avatar} size={22} />
          {customer.name}
        </Link>
      ),
    },
    {
      id: "description",
      header: t("list.description"),
      value: (customer) => customer.description,
      cell: (customer) => customer.description,
    },
    {
      id: "language",
      header: t("list.language"),
      width: "110px",
      value: (customer) => languageName(customer.botLanguage),
      cell: (customer) => languageName(customer.botLanguage),
    },
    {
      id: "kind",
      header: t("list.kind"),
      width: "130px",
      value: (customer) => (customer.isExternal ? t("external") : t("internal")),
      cell: (customer) => (
        <StatusBadge tone="neutral" label={customer.isExternal ? t("external") : t("internal")} />
      ),
    },
    {
      id: "bots",
      header: t("list.bots"),
      width: "80px",
      align: "right",
      value: (customer) => customer.botCount,
      cell: (customer) => customer.botCount,
    },
    {
      id: "updatedAt",
      header: t("list.updated"),
      width: "130px",
      value: (customer) => Date.parse(customer.updatedAt),
      cell: (customer) => <RelativeTime at={customer.updatedAt} />,
    },
  ];
}
