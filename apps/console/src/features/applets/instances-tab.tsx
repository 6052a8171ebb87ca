// Each applet reads as a sentence: when, if, then.
import { ConfirmDialog } from "@parley/ui/confirm-dialog";
import { DataTable } from "@parley/ui/data-table";
import type { Column } from "@parley/ui/data-table";
import { EmptyState } from "@parley/ui/empty-state";
import { Link } from "@parley/ui/link";
import { Person } from "@parley/ui/person";
import { RelativeTime } from "@parley/ui/relative-time";
import { StatusBadge } from "@parley/ui/status-badge";
import { Button, Group } from "@mantine/core";
import { IconBolt } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { paths, urlTo } from "../../shared/urls.ts";
import { useTableUrlState } from "../../shared/table-url-state.ts";
import classes from "./applets.module.css";
import { statusTones, updateInstanceMutation } from "./instance.ts";

const CopyDialog = lazy(() => import("./copy-dialog.tsx").then((module) => ({ default: module.CopyDialog })));

export const instanceFragment = graphql(`
  fragment InstanceRow on AppletInstance {
    id
    name
    description
    status
    sentence
    version
    canEdit
    updatedAt
    updatedByUser {
      id
      firstName
      lastName
      picture
    }
  }
`);

const deleteMutation = graphql(`
  mutation DeleteAppletInstance($id: ID!) {
    deleteAppletInstance(id: $id)
  }
`);

type Instance = ResultOf<typeof instanceFragment>;
type Props = {
  instances: readonly Instance[] | undefined;
  isLoading: boolean;
  onCreate: () => void;
  onChanged: () => void;
};

export function InstancesTab({ instances, isLoading, onCreate, onChanged }: Props) {
  const { t } = useTranslation("applets");
  const navigate = useNavigate();
  const { orgId = "", projectId = "", environmentConfigId = "" } = useParams();
  const tableState = useTableUrlState();
  const [update] = useChange(updateInstanceMutation);
  const [remove] = useChange(deleteMutation);
  const [leaving, setLeaving] = useState<Instance>();
  const [copying, setCopying] = useState<Instance>();
  const urlOf = (id: string) =>
    urlTo(paths.appletInstance, { orgId, projectId, environmentConfigId, appletInstanceId: id });
  const columns: Column<Instance>[] = [
    {
      id: "name",
      header: t("name"),
      isAlwaysShown: true,
      width: "18%",
      value: (row) => row.name,
      cell: (row) => (
        <Link className={classes["link"]} href={urlOf(row.id)}>
          {row.name}
        </Link>
      ),
    },
    {
      id: "sentence",
      header: t("sentence"),
      value: (row) => row.sentence,
      cell: (row) => (
        <span className={classes["sentenceCell"]} title={row.sentence}>
          {row.sentence}
        </span>
      ),
    },
    {
      id: "status",
      header: t("status.title"),
      width: "110px",
      value: (row) => row.status,
      cell: (row) => <StatusBadge tone={statusTones[row.status]} label={t(`status.${row.status}`)} />,
    },
    {
      id: "updated",
      header: t("lastEdit"),
      width: "190px",
      value: (row) => Date.parse(row.updatedAt),
      cell: (row) => (
        <Group gap={6} wrap="nowrap">
          {row.updatedByUser && <Person person={row.updatedByUser} />}
          <RelativeTime at={row.updatedAt} />
        </Group>
      ),
    },
    {
      id: "actions",
      header: t("actions"),
      width: "220px",
      cell: (row) =>
        row.canEdit && (
          <Group gap={4} wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                void update({
                  id: row.id,
                  version: row.version,
                  status: row.status === "ACTIVE" ? "PAUSED" : "ACTIVE",
                })
              }
            >
              {row.status === "ACTIVE" ? t("pause") : t("activate")}
            </Button>
            <Button size="xs" variant="default" onClick={() => setCopying(row)}>
              {t("copy.offer")}
            </Button>
            <Button size="xs" variant="default" onClick={() => setLeaving(row)}>
              {t("delete")}
            </Button>
          </Group>
        ),
    },
  ];
  return (
    <>
      <DataTable
        {...tableState}
        label={t("tabs.applets")}
        storageKey="applets"
        columns={columns}
        rows={instances}
        getRowId={(row) => row.id}
        isLoading={isLoading}
        onOpenRow={(row) => void navigate(urlOf(row.id))}
        searchPlaceholder={t("search")}
        empty={
          <EmptyState
            icon={<IconBolt size={20} />}
            title={t("empty")}
            hint={t("emptyHint")}
            action={{ label: t("create"), onClick: onCreate }}
          />
        }
      />
      {copying && (
        <Suspense fallback={null}>
          <CopyDialog instance={copying} onClose={() => setCopying(undefined)} />
        </Suspense>
      )}
      {leaving && (
        <ConfirmDialog
          isOpen
          onClose={() => setLeaving(undefined)}
          title={t("deleteTitle", { name: leaving.name })}
          losses={[{ label: t("runsLost") }]}
          confirmLabel={t("delete")}
          onConfirm={async () => {
            await remove({ id: leaving.id });
            onChanged();
            setLeaving(undefined);
          }}
        />
      )}
    </>
  );
}
