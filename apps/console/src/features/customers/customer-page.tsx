// One customer: its bots with what answers where, and what can be done about the customer itself.
import type { BotData } from "@parley/bot-data/bot";
import { botData, botTypes } from "@parley/bot-data/bot";
import { customerData, resourceData } from "@parley/bot-data/customer";
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { ErrorState } from "@parley/ui/error-state";
import { Link } from "@parley/ui/link";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { Button, Group } from "@mantine/core";
import { IconRobot } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { CustomerSections } from "../../shared/customer-sections.tsx";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { CreateBot } from "./create-bot.tsx";
import { CustomerForm } from "./customer-form.tsx";

const customerQuery = graphql(`
  query GetCustomerData($customerId: ID!, $projectId: ID!) {
    getCustomerData(customerId: $customerId, projectId: $projectId) {
      customer {
        data
      }
      bots {
        data
      }
      packages {
        data
      }
      resources {
        data
      }
    }
  }
`);

const CustomerResources = lazy(() =>
  import("./customer-resources.tsx").then((it) => ({ default: it.CustomerResources })),
);

const deleteMutation = graphql(`
  mutation DeleteCustomer($projectId: ID!, $customerId: ID!) {
    deleteCustomer(projectId: $projectId, customerId: $customerId)
  }
`);

export function CustomerPage() {
  const { t } = useTranslation("customers");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", customerId = "" } = useParams();
  const project = useProject();
  const { data, error, isLoading, reload } = useData(
    customerQuery,
    { customerId, projectId },
    { types: ["DataResult", "DataResultWithMessages"] },
  );
  const [remove] = useChange(deleteMutation);
  const [open, setOpen] = useState<"edit" | "delete" | "bot" | "resources">();
  const tableState = useTableUrlState();
  const columns = useMemo(
    () => columnsIn(t, { orgId, projectId, customerId }),
    [t, orgId, projectId, customerId],
  );
  const { customer, bots, resources } = useMemo(
    () => ({
      customer: data && customerData.parse(data.getCustomerData.customer.data),
      bots: data && botData.array().parse(data.getCustomerData.bots.data),
      resources: data && resourceData.array().parse(data.getCustomerData.resources.data),
    }),
    [data],
  );
  useDocumentTitle(customer?.name ?? t("customer"), project.name);
  if (error && !customer) return <ErrorState title={t("error")} error={error} onRetry={reload} />;
  const customersUrl = urlTo(paths.customers, { orgId, projectId });
  return (
    <>
      <PageHeader
        title={customer?.name ?? "…"}
        breadcrumb={[...project.crumbs, { label: t("list.title"), href: customersUrl }]}
        state={customer && (customer.description || t("state", { count: customer.botCount }))}
        actions={
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpen("resources")}>
              {t("resources.title")}
            </Button>
            <Button variant="default" onClick={() => setOpen("edit")}>
              {t("edit")}
            </Button>
            <Button variant="default" color="red" onClick={() => setOpen("delete")}>
              {t("delete")}
            </Button>
            <Button onClick={() => setOpen("bot")}>{t("createBot")}</Button>
          </Group>
        }
        tabs={<CustomerSections />}
      />
      <DataTable
        {...tableState}
        label={t("bots")}
        storageKey="bots"
        columns={columns}
        rows={bots}
        getRowId={(bot) => bot.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        searchPlaceholder={t("searchBots")}
        onOpenRow={(bot) => void navigate(urlTo(paths.bot, { orgId, projectId, customerId, botId: bot.id }))}
        empty={
          <EmptyState
            icon={<IconRobot size={20} />}
            title={t("noBots.title")}
            hint={t("noBots.hint")}
            action={{ label: t("createBot"), onClick: () => setOpen("bot") }}
          />
        }
      />
      {open === "edit" && (
        <CustomerForm onClose={() => setOpen(undefined)} onSaved={reload} customer={customer} />
      )}
      {open === "bot" && (
        <CreateBot
          onClose={() => setOpen(undefined)}
          types={botTypes}
          onCreated={(botId) => void navigate(urlTo(paths.bot, { orgId, projectId, customerId, botId }))}
        />
      )}
      {customer && resources && open === "resources" && (
        <Suspense>
          <CustomerResources
            customer={customer}
            resources={resources}
            onClose={() => setOpen(undefined)}
            onSaved={reload}
          />
        </Suspense>
      )}
      {customer && (
        <ConfirmDialog
          isOpen={open === "delete"}
          onClose={() => setOpen(undefined)}
          title={t("deleteTitle", { name: customer.name })}
          losses={[
            { label: t("losses.bots"), count: bots?.length ?? 0 },
            {
              label: t("losses.versions"),
              count: bots?.reduce((sum, bot) => sum + bot.versionCount, 0) ?? 0,
            },
          ]}
          typedName={customer.name}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ projectId, customerId });
            await navigate(customersUrl);
          }}
        />
      )}
    </>
  );
}

function columnsIn(
  t: TFunction<"customers">,
  place: { orgId: string; projectId: string; customerId: string },
): Column<BotData>[] {
  return [
    {
      id: "name",
      header: t("bot.name"),
      isAlwaysShown: true,
      width: "30%",
      value: (bot) => bot.botName,
      cell: (bot) => (
        <Link href={urlTo(paths.bot, { ...place, botId: bot.id })} style={{ fontWeight: 500 }}>
          {bot.botName}
        </Link>
      ),
    },
    {
      id: "type",
      header: t("bot.type"),
      width: "140px",
      value: (bot) => t(`botType.${bot.botType}`),
      cell: (bot) => t(`botType.${bot.botType}`),
    },
    {
      id: "deployed",
      header: t("bot.deployed"),
      value: (bot) => bot.deployed.map((deployment) => deployment.environment).join(" "),
      cell: (bot) =>
        bot.deployed.length === 0 ? (
          <span style={{ color: "var(--parley-muted)" }}>{t("bot.nowhere")}</span>
        ) : (
          <Group gap={6}>
            {bot.deployed.map(({ environment, number }) => (
              <EnvironmentBadge
                key={environment}
                environment={environmentNamed(environment)}
                label={t("bot.versionIn", { environment, number })}
              />
            ))}
          </Group>
        ),
    },
    {
      id: "versions",
      header: t("bot.versions"),
      width: "90px",
      align: "right",
      value: (bot) => bot.versionCount,
      cell: (bot) => bot.versionCount,
    },
    {
      id: "updatedAt",
      header: t("list.updated"),
      width: "130px",
      value: (bot) => Date.parse(bot.updatedAt),
      cell: (bot) => <RelativeTime at={bot.updatedAt} />,
    },
  ];
}
