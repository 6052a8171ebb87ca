import { ActionIcon, Skeleton } from "@mantine/core";
import { Link } from "@parley/ui/link";
import { Person } from "@parley/ui/person";
import { StatusBadge } from "@parley/ui/status-badge";
import { IconChevronDown, IconChevronRight, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Monogram } from "../../shared/monogram.tsx";
import { paths, urlTo } from "../../shared/urls.ts";
import { treeRows } from "./tree-rows.ts";
import type { TreeNode, TreeRow } from "./tree-rows.ts";
import classes from "./organizations.module.css";

type Row = TreeNode & {
  picture?: string | null;
  pictureFile?: { url: string } | null;
  status: "ACTIVE" | "SUSPENDED";
  userCount: number;
  projectCount: number;
  childAccountCount: number;
  accountManager?: { firstName: string; lastName: string; userName: string } | null;
};

type Props = {
  /** undefined while they are on their way. */
  rows: readonly Row[] | undefined;
  search: string;
  currentId: string;
  /** Only for those who may. */
  onCreateBelow?: (id: string) => void;
};

export function OrganizationTable({ rows, search, currentId, onCreateBelow }: Props) {
  const { t } = useTranslation("organizations");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  if (!rows) return <Skeleton height={220} />;
  const shown = treeRows(rows, closed, search);
  if (shown.length === 0) return <p className={classes["muted"]}>{t("noMatch", { search })}</p>;
  const toggle = (id: string) => {
    const next = new Set(closed);
    if (!next.delete(id)) next.add(id);
    setClosed(next);
  };
  return (
    <div className={classes["scroll"]}>
      <table className={classes["tree"]} aria-label={t("title")}>
        <thead>
          <tr>
            <th scope="col">{t("columns.name")}</th>
            <th scope="col">{t("columns.manager")}</th>
            <th scope="col">{t("columns.status")}</th>
            <th scope="col" data-align="right">
              {t("columns.users")}
            </th>
            <th scope="col" data-align="right">
              {t("columns.projects")}
            </th>
            <th scope="col" data-align="right">
              {t("columns.children")}
            </th>
            <th scope="col" aria-label={t("columns.actions")} />
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <OrganizationRow
              key={row.node.id}
              row={row}
              currentId={currentId}
              onToggle={() => toggle(row.node.id)}
              onCreateBelow={onCreateBelow}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  row: TreeRow<Row>;
  currentId: string;
  onToggle: () => void;
  onCreateBelow: ((id: string) => void) | undefined;
};

function OrganizationRow({ row, currentId, onToggle, onCreateBelow }: RowProps) {
  const { t } = useTranslation("organizations");
  const { node } = row;
  const Chevron = row.isOpen ? IconChevronDown : IconChevronRight;
  return (
    <tr data-match={row.isMatch || undefined}>
      <td>
        <span className={classes["nameCell"]} style={{ paddingLeft: row.depth * 22 }}>
          {row.hasChildren ? (
            <ActionIcon
              size="sm"
              aria-expanded={row.isOpen}
              aria-label={t(row.isOpen ? "fold" : "unfold", { name: node.name })}
              onClick={onToggle}
            >
              <Chevron size={15} />
            </ActionIcon>
          ) : (
            <span className={classes["noChevron"]} />
          )}
          <Monogram name={node.name} picture={node.pictureFile?.url ?? node.picture} size={22} />
          <Link
            className={classes["name"]}
            href={urlTo(paths.organization, { orgId: currentId, childOrgId: node.id })}
          >
            {node.name}
          </Link>
          {node.id === currentId && <span className={classes["here"]}>{t("here")}</span>}
        </span>
      </td>
      <td>{node.accountManager ? <Person person={node.accountManager} /> : "–"}</td>
      <td>
        <StatusBadge
          tone={node.status === "ACTIVE" ? "good" : "warning"}
          label={t(`status.${node.status}`)}
        />
      </td>
      <td data-align="right">{node.userCount.toLocaleString()}</td>
      <td data-align="right">{node.projectCount.toLocaleString()}</td>
      <td data-align="right">{node.childAccountCount.toLocaleString()}</td>
      <td data-align="right">
        {onCreateBelow && (
          <ActionIcon
            aria-label={t("createBelow", { name: node.name })}
            onClick={() => onCreateBelow(node.id)}
          >
            <IconPlus size={15} />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}
