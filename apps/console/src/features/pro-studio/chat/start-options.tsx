// Begin in the middle: at a chosen node, with chosen variables.
import { Button, Select, Textarea } from "@mantine/core";
import type { JsonObject } from "@parley/flow";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { nodeChoices } from "../pickers/node-choices.tsx";
import { useDesigner, useEditor } from "../store/designer.tsx";
import { readAnswer } from "./simulate.ts";
import classes from "./chat.module.css";

export function StartOptions({ onStarted }: { onStarted: () => void }) {
  const { t } = useTranslation("pro-studio");
  const { chat, editor } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const [nodeId, setNodeId] = useState<string | null>(() => [...editor.getState().selection][0] ?? null);
  const [variables, setVariables] = useState(() =>
    JSON.stringify(chat.getState().state?.variables ?? {}, null, 2),
  );
  const nodes = useMemo(
    () =>
      nodeChoices(flow).map(({ id, label, detail }) => ({ value: id, label: `${label} (${detail ?? ""})` })),
    [flow],
  );
  const read = readAnswer(variables);
  const isReadable = read === null || (typeof read === "object" && !Array.isArray(read));
  const start = () => {
    const given: JsonObject = isObject(read) ? read : {};
    chat.getState().start({ ...(nodeId === null ? {} : { nodeId }), variables: given });
    onStarted();
  };
  return (
    <div className={classes["variables"]}>
      <Select
        size="sm"
        label={t("chat.startAt")}
        placeholder={t("chat.startAtStart")}
        data={nodes}
        value={nodeId}
        searchable
        clearable
        limit={50}
        onChange={setNodeId}
      />
      <Textarea
        size="sm"
        label={t("chat.startWith")}
        autosize
        minRows={4}
        maxRows={16}
        value={variables}
        error={isReadable ? undefined : t("chat.badVariables")}
        onChange={(event) => setVariables(event.currentTarget.value)}
      />
      <Button size="sm" disabled={!isReadable} onClick={start}>
        {t("chat.startHere")}
      </Button>
    </div>
  );
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
