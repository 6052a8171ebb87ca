// Access to language models, per project. Secrets are written, tested and rotated, never shown.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { notify } from "@parley/ui/notifications";
import { PageHeader } from "@parley/ui/page-header";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { useDocumentTitle } from "../../shared/document-title.ts";
import { useProject } from "../../shared/project.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { CredentialForm } from "./credential-form.tsx";

const listQuery = graphql(`
  query GetCredentialList($projectId: ID!) {
    credentials(projectId: $projectId) {
      id
      name
      model
      version
      baseUrl
      hasSecret
      secretLastFour
      testedAt
      testError
      llmProvider {
        id
        name
        needsSecret
        needsBaseUrl
      }
      usedBy {
        solutionVersionId
        solutionName
        number
      }
    }
  }
`);

const testMutation = graphql(`
  mutation TestCredential($id: ID!) {
    testCredential(id: $id) {
      ok
      message
      ms
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteCredential($id: ID!) {
    deleteCredential(id: $id)
  }
`);

export type Credential = ResultOf<typeof listQuery>["credentials"][number];

export function CredentialsPage() {
  const { t } = useTranslation("credentials");
  const { projectId = "" } = useParams();
  const project = useProject();
  const { data, error, isLoading, reload } = useData(listQuery, { projectId }, { types: ["LLMCredential"] });
  const tableState = useTableUrlState();
  const [test] = useChange(testMutation);
  const [remove] = useChange(deleteMutation);
  const [testing, setTesting] = useState<string>();
  const [open, setOpen] = useState<
    { kind: "create" } | { kind: "edit" | "delete"; credential: Credential }
  >();
  useDocumentTitle(t("title"), project.name);

  const tryIt = async (credential: Credential) => {
    setTesting(credential.id);
    try {
      const { testCredential: outcome } = await test({ id: credential.id });
      notify({
        tone: outcome.ok ? "good" : "bad",
        message: t(outcome.ok ? "works" : "fails", {
          name: credential.name,
          message: outcome.message,
          ms: outcome.ms,
        }),
      });
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
    setTesting(undefined);
    reload();
  };

  const columns: Column<Credential>[] = [
    {
      id: "name",
      header: t("name"),
      isAlwaysShown: true,
      width: "22%",
      value: (row) => row.name,
      cell: (row) => <strong>{row.name}</strong>,
    },
    {
      id: "provider",
      header: t("provider"),
      value: (row) => row.llmProvider.name,
      cell: (row) => row.llmProvider.name,
    },
    { id: "model", header: t("model"), value: (row) => row.model, cell: (row) => <code>{row.model}</code> },
    {
      id: "secret",
      header: t("secret"),
      width: "120px",
      cell: (row) =>
        row.hasSecret ? (
          <code>…{row.secretLastFour}</code>
        ) : row.llmProvider.needsSecret ? (
          t("noSecret")
        ) : (
          t("noneNeeded")
        ),
    },
    {
      id: "test",
      header: t("test"),
      width: "170px",
      cell: (row) =>
        row.testError ? (
          <StatusBadge tone="bad" label={t("failed")} />
        ) : row.testedAt ? (
          <span>
            <StatusBadge tone="good" label={t("ok")} /> <RelativeTime at={row.testedAt} />
          </span>
        ) : (
          <StatusBadge tone="neutral" label={t("untested")} />
        ),
    },
    {
      id: "used",
      header: t("used"),
      width: "90px",
      align: "right",
      value: (row) => row.usedBy.length,
      cell: (row) => row.usedBy.length,
    },
    {
      id: "actions",
      header: t("actions"),
      width: "230px",
      cell: (row) => (
        <Group gap={4} wrap="nowrap">
          <Button size="xs" variant="default" loading={testing === row.id} onClick={() => void tryIt(row)}>
            {t("tryAction")}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen({ kind: "edit", credential: row })}>
            {t("edit")}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen({ kind: "delete", credential: row })}>
            {t("delete")}
          </Button>
        </Group>
      ),
    },
  ];

  return (
    <>
      <PageHeader
        title={t("title")}
        breadcrumb={project.crumbs}
        state={data && t("state", { count: data.credentials.length })}
        actions={<Button onClick={() => setOpen({ kind: "create" })}>{t("create")}</Button>}
      />
      <DataTable
        {...tableState}
        label={t("title")}
        storageKey="credentials"
        columns={columns}
        rows={data?.credentials}
        getRowId={(row) => row.id}
        isLoading={isLoading}
        error={error}
        onRetry={reload}
        searchPlaceholder={t("search")}
        empty={
          <EmptyState
            icon={<IconKey size={20} />}
            title={t("empty")}
            hint={t("emptyHint")}
            action={{ label: t("create"), onClick: () => setOpen({ kind: "create" }) }}
          />
        }
      />
      {open && open.kind !== "delete" && (
        <CredentialForm
          credential={open.kind === "edit" ? open.credential : undefined}
          onClose={() => setOpen(undefined)}
          onSaved={reload}
        />
      )}
      {open?.kind === "delete" && (
        <ConfirmDialog
          isOpen
          onClose={() => setOpen(undefined)}
          title={t("deleteTitle", { name: open.credential.name })}
          losses={open.credential.usedBy.map((use) => ({
            label: t("useOf", { name: use.solutionName, number: use.number }),
          }))}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ id: open.credential.id });
            setOpen(undefined);
            reload();
          }}
        />
      )}
    </>
  );
}
