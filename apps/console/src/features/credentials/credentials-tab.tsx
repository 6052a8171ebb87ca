// Access to language models. Secrets are written, tested and rotated, never shown.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { IconKey } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import { useUrlParam } from "../../shared/use-url-param.ts";
import type { Credential } from "./documents.ts";
import { TestOutcome } from "./test-outcome.tsx";

const CredentialForm = lazy(() =>
  import("./credential-form.tsx").then((module) => ({ default: module.CredentialForm })),
);
const CredentialPanel = lazy(() =>
  import("./credential-panel.tsx").then((module) => ({ default: module.CredentialPanel })),
);

const deleteMutation = graphql(`
  mutation DeleteCredential($id: ID!) {
    deleteCredential(id: $id)
  }
`);

type Props = {
  list: {
    data: { credentials: readonly Credential[] } | undefined;
    error: { message: string } | undefined;
    isLoading: boolean;
    reload: () => void;
  };
  isCreating: boolean;
  onCreating: (isCreating: boolean) => void;
};

export function CredentialsTab({ list, isCreating, onCreating }: Props) {
  const { t } = useTranslation("credentials");
  const tableState = useTableUrlState();
  const [openId, setOpenId] = useUrlParam("credential");
  const [editing, setEditing] = useState<Credential>();
  const [deleting, setDeleting] = useState<Credential>();
  const [remove] = useChange(deleteMutation);
  const columns = useMemo(() => columnsIn(t), [t]);
  const opened = list.data?.credentials.find((credential) => credential.id === openId);
  return (
    <>
      <DataTable
        {...tableState}
        label={t("title")}
        storageKey="credentials"
        columns={columns}
        rows={list.data?.credentials}
        getRowId={(row) => row.id}
        isLoading={list.isLoading}
        error={list.error}
        onRetry={list.reload}
        searchPlaceholder={t("search")}
        onOpenRow={(row) => setOpenId(row.id)}
        openRowId={openId || undefined}
        empty={
          <EmptyState
            icon={<IconKey size={20} />}
            title={t("empty")}
            hint={t("emptyHint")}
            action={{ label: t("create"), onClick: () => onCreating(true) }}
          />
        }
      />
      <Suspense>
        {opened && (
          <CredentialPanel
            credential={opened}
            onClose={() => setOpenId("")}
            onEdit={() => setEditing(opened)}
            onDelete={() => setDeleting(opened)}
            onChanged={list.reload}
          />
        )}
        {(isCreating || editing) && (
          <CredentialForm
            credential={editing}
            onClose={() => {
              onCreating(false);
              setEditing(undefined);
            }}
            onSaved={(id) => {
              list.reload();
              setOpenId(id);
            }}
          />
        )}
      </Suspense>
      {deleting && (
        <ConfirmDialog
          isOpen
          onClose={() => setDeleting(undefined)}
          title={t("deleteTitle", { name: deleting.name })}
          losses={deleting.usedBy.map((use) => ({
            label: t("useOf", { name: use.solutionName, number: use.number }),
          }))}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ id: deleting.id });
            setOpenId("");
            list.reload();
          }}
        >
          <p>{t(deleting.usedBy.length > 0 ? "deleteUsed" : "deleteHint")}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function columnsIn(t: TFunction<"credentials">): Column<Credential>[] {
  return [
    {
      id: "name",
      header: t("name"),
      isAlwaysShown: true,
      width: "24%",
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
      width: "130px",
      cell: (row) =>
        row.hasSecret ? (
          <code>…{row.secretLastFour}</code>
        ) : row.llmProvider.needsSecret ? (
          t("noSecret")
        ) : (
          t("noneNeeded")
        ),
    },
    { id: "test", header: t("test"), width: "200px", cell: (row) => <TestOutcome credential={row} /> },
    {
      id: "used",
      header: t("used"),
      width: "110px",
      align: "right",
      value: (row) => row.usedBy.length,
      cell: (row) => t("versions", { count: row.usedBy.length }),
    },
  ];
}
