// The same node changed on both sides: each field with both values, and a person chooses.
import { Button, Radio } from "@mantine/core";
import { fieldWords, nodeTitle } from "@parley/flow";
import type { FlowNode, FlowNodeField, Json } from "@parley/flow";
import { RelativeTime } from "@parley/ui/relative-time";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fieldValue } from "../../../shared/flow/field-value.ts";
import { mergeNode, withFields } from "../saving/merge.ts";
import type { NodeConflict } from "../saving/remote.ts";
import { useDesigner, useEditor, useSaving } from "../store/designer.tsx";
import classes from "./compare.module.css";

export function ConflictsPanel() {
  const { t } = useTranslation("pro-studio");
  const conflicts = useSaving((state) => state.conflicts);
  if (conflicts.length === 0) return <p className={classes["muted"]}>{t("conflict.none")}</p>;
  return (
    <div className={classes["stack"]}>
      {conflicts.map((conflict) => (
        <Conflict key={`${conflict.id} ${conflict.theirs?.revision}`} conflict={conflict} />
      ))}
    </div>
  );
}

function Conflict({ conflict }: { conflict: NodeConflict }) {
  const { t } = useTranslation("pro-studio");
  const { saving } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const { id, mine, theirs, base, who, when } = conflict;
  const [theirFields, setTheirFields] = useState<ReadonlySet<FlowNodeField>>(new Set());
  const known = mine ?? theirs?.node;
  const title = known ? nodeTitle(known) : id;
  const name = who || t("conflict.somebody");
  const settle = (chosen: FlowNode | null) => saving.getState().resolve(id, chosen);
  const head = (
    <h3 className={classes["heading"]}>
      {title}{" "}
      <span className={classes["muted"]}>
        {name}, <RelativeTime at={when} />
      </span>
    </h3>
  );
  if (!mine || !theirs) {
    return (
      <section className={classes["conflict"]} aria-label={title}>
        {head}
        <p>{mine ? t("conflict.deletedThere", { name }) : t("conflict.deletedHere", { name })}</p>
        <div className={classes["row"]}>
          <Button size="compact-sm" onClick={() => settle(mine ?? theirs?.node ?? null)}>
            {t("conflict.keepNode")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => settle(null)}>
            {t("conflict.deleteNode")}
          </Button>
        </div>
      </section>
    );
  }
  const { node, clashing, taken } = mergeNode(base?.node ?? null, mine, theirs.node);
  const choose = (field: FlowNodeField, isTheirs: boolean) => {
    const next = new Set(theirFields);
    if (isTheirs) next.add(field);
    else next.delete(field);
    setTheirFields(next);
  };
  return (
    <section className={classes["conflict"]} aria-label={title}>
      {head}
      {clashing.map((field) => (
        <Radio.Group
          key={field}
          label={capital(fieldWords[field])}
          value={theirFields.has(field) ? "theirs" : "mine"}
          onChange={(value) => choose(field, value === "theirs")}
        >
          <div className={classes["sides"]}>
            <Radio
              size="sm"
              value="mine"
              label={t("conflict.mine")}
              description={shown(fieldValue(field, mine, flow))}
            />
            <Radio
              size="sm"
              value="theirs"
              label={name}
              description={shown(fieldValue(field, theirs.node, flow))}
            />
          </div>
        </Radio.Group>
      ))}
      {taken.length > 0 && (
        <p className={classes["muted"]}>
          {t("conflict.taken", { fields: taken.map((field) => fieldWords[field]).join(", "), name })}
        </p>
      )}
      <div className={classes["row"]}>
        <Button size="compact-sm" onClick={() => settle(withFields(node, theirs.node, [...theirFields]))}>
          {t("conflict.keepChosen")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => settle(theirs.node)}>
          {t("conflict.takeTheirs")}
        </Button>
      </div>
    </section>
  );
}

function shown(value: Json): string {
  const isListOfWords = Array.isArray(value) && value.every((item) => typeof item === "string");
  const text = typeof value === "string" ? value : isListOfWords ? value.join(", ") : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 299)}…` : text || "–";
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
