// Differences of two flows in words: added, changed and removed nodes, each changed field with both values.
import { fieldWords, nodeTitle, nodeTypeOf } from "@parley/flow";
import type { FlowDiff, FlowNode } from "@parley/flow";
import { DiffView } from "@parley/ui/diff-view";
import { useTranslation } from "react-i18next";
import { fieldValue } from "./field-value.ts";
import classes from "./change-list.module.css";

interface Props {
  readonly diff: FlowDiff;
  readonly onOpen?: (id: string) => void;
}

const most = 200;

export function ChangeList({ diff, onOpen }: Props) {
  const { t } = useTranslation("pro-studio");
  const { added, changed, removed } = diff;
  const content = changed.filter((change) => !change.isLayoutOnly);
  const grouped = changed.filter((change) => change.group !== null);
  const moved = changed.filter((change) => change.isLayoutOnly && change.group === null);
  const counts = {
    added: added.length,
    changed: content.length,
    removed: removed.length,
    grouped: grouped.filter((change) => change.group?.after !== "").length,
    ungrouped: grouped.filter((change) => change.group?.after === "").length,
    moved: moved.length,
  };
  const name = (node: FlowNode) =>
    onOpen ? (
      <button type="button" onClick={() => onOpen(node.id)}>
        {nodeTitle(node)}
      </button>
    ) : (
      <strong>{nodeTitle(node)}</strong>
    );
  const type = (node: FlowNode) => (
    <span className={classes["muted"]}>
      {nodeTypeOf(node).title} #{node.nodeNumber}
    </span>
  );
  if (added.length + changed.length + removed.length === 0)
    return (
      <p className={classes["summary"]} role="status">
        {t("compare.same")}
      </p>
    );
  return (
    <>
      <p className={classes["summary"]} role="status">
        {Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([kind, count]) => t(`compare.count.${kind}`, { count }))
          .join(", ")}
      </p>
      <ul className={classes["changes"]} tabIndex={0} aria-label={t("compare.list")}>
        {added.slice(0, most).map((node) => (
          <li key={`added ${node.id}`}>
            {t("compare.added")} {name(node)} {type(node)}
          </li>
        ))}
        {removed.slice(0, most).map((node) => (
          <li key={`removed ${node.id}`}>
            {t("compare.removed")} {name(node)} {type(node)}
          </li>
        ))}
        {content.slice(0, most).map((change) => (
          <li key={`changed ${change.id}`}>
            {t("compare.changed")} {name(change.after)} {type(change.after)}
            <details>
              <summary>{t("compare.fields", { count: change.fields.length })}</summary>
              <DiffView
                fields={change.fields.map(({ field, before, after }) => ({
                  label: fieldWords[field],
                  before: field === "nextNodes" ? fieldValue(field, change.before, diff.before) : before,
                  after: field === "nextNodes" ? fieldValue(field, change.after, diff.after) : after,
                }))}
              />
            </details>
          </li>
        ))}
        {grouped.slice(0, most).map(({ id, after, group }) => (
          <li key={`grouped ${id}`}>
            {group?.after === "" ? t("compare.ungrouped") : t("compare.grouped")} {name(after)} {type(after)}{" "}
            <span className={classes["muted"]}>
              {group?.after === ""
                ? t("compare.outOf", { group: group.before })
                : t("compare.into", { group: group?.after })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
