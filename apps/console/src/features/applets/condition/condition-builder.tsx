// And/or groups of comparisons. It edits the same tree that the code view shows.
import type { Condition, ConditionProblem } from "@parley/condition";
import { ActionIcon, Button, SegmentedControl } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ComparisonRow } from "./comparison-row.tsx";
import {
  conditionOf,
  emptyComparison,
  groupOf,
  isComparison,
  negatedPart,
  replaced,
  rootConditionOf,
  rootGroupOf,
  type Group,
} from "./tree.ts";
import classes from "./condition.module.css";

type Props = {
  condition: Condition;
  problems: readonly ConditionProblem[];
  isReadOnly: boolean;
  onChange: (condition: Condition) => void;
};

const deepest = 7;

export function ConditionBuilder({ condition, problems, isReadOnly, onChange }: Props) {
  const root = rootGroupOf(condition);
  // A lone comparison is shown as a group of one, and has no group in its path.
  const path = groupOf(condition) ? root.kind : "";
  return (
    <GroupEditor
      group={root}
      path={path}
      depth={1}
      problems={problems}
      isReadOnly={isReadOnly}
      onChange={(group) => onChange(rootConditionOf(group))}
    />
  );
}

type GroupProps = Pick<Props, "problems" | "isReadOnly"> & {
  group: Group;
  path: string;
  depth: number;
  onChange: (group: Group) => void;
};

function GroupEditor({ group, path, depth, problems, isReadOnly, onChange }: GroupProps) {
  const { t } = useTranslation("applets");
  const add = (part: Condition) => onChange({ ...group, parts: [...group.parts, part] });
  return (
    <div className={classes["group"]} role="group" aria-label={t(`builder.${group.kind}`)}>
      {group.parts.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label={t("builder.join")}
          readOnly={isReadOnly}
          data={[
            { value: "all", label: t("builder.all") },
            { value: "any", label: t("builder.any") },
          ]}
          value={group.kind}
          onChange={(kind) => onChange({ ...group, kind: kind === "any" ? "any" : "all" })}
        />
      )}
      {group.parts.map((part, index) => (
        <PartEditor
          // Parts have no identity of their own.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          part={part}
          word={index > 0 ? t(group.kind === "all" ? "builder.and" : "builder.or") : ""}
          path={path === "" ? "" : `${path}.${index}`}
          depth={depth}
          problems={problems}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(replaced(group, index, next))}
        />
      ))}
      {!isReadOnly && (
        <div className={classes["adders"]}>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => add(emptyComparison)}
          >
            {t("builder.addComparison")}
          </Button>
          {depth < deepest && group.parts.length > 0 && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => add({ [group.kind === "all" ? "any" : "all"]: [emptyComparison] } as Condition)}
            >
              {t("builder.addGroup")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

type PartProps = Pick<Props, "problems" | "isReadOnly"> & {
  part: Condition;
  word: string;
  path: string;
  depth: number;
  /** Undefined removes it. */
  onChange: (part: Condition | undefined) => void;
};

function PartEditor({ part, word, path, depth, problems, isReadOnly, onChange }: PartProps) {
  const { t } = useTranslation("applets");
  const inner = negatedPart(part);
  const shown = inner ?? part;
  const shownPath = inner ? [path, "not"].filter(Boolean).join(".") : path;
  const set = (next: Condition) => onChange(inner ? { not: next } : next);
  const group = groupOf(shown);
  const problem = problems.find(
    (it) => !group && (it.path === shownPath || it.path.startsWith(`${shownPath}.`)),
  );
  return (
    <div className={classes["part"]}>
      {word !== "" && <span className={classes["word"]}>{word}</span>}
      <div className={classes["partRow"]}>
        <Button
          size="compact-sm"
          variant={inner ? "filled" : "default"}
          aria-pressed={inner !== undefined}
          disabled={isReadOnly}
          onClick={() => onChange(inner ?? { not: part })}
        >
          {t("builder.not")}
        </Button>
        <div className={classes["grow"]}>
          {group && (
            <GroupEditor
              group={group}
              path={[shownPath, group.kind].filter(Boolean).join(".")}
              depth={depth + 1}
              problems={problems}
              isReadOnly={isReadOnly}
              onChange={(next) => (next.parts.length === 0 ? onChange(undefined) : set(conditionOf(next)))}
            />
          )}
          {!group && isComparison(shown) && (
            <ComparisonRow comparison={shown} isReadOnly={isReadOnly} onChange={set} />
          )}
          {problem && (
            <p role="alert" className={classes["problem"]}>
              {problem.message}
            </p>
          )}
        </div>
        {!isReadOnly && (
          <ActionIcon variant="subtle" aria-label={t("builder.remove")} onClick={() => onChange(undefined)}>
            <IconX size={15} />
          </ActionIcon>
        )}
      </div>
    </div>
  );
}
