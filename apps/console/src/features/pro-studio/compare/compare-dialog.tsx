// This version beside another one: as a list, and as colours on the canvas.
import { Button, Modal, NativeSelect } from "@mantine/core";
import { diffFlows } from "@parley/flow";
import type { Flow } from "@parley/flow";
import { ErrorState } from "@parley/ui/error-state";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadNodes } from "../flow-api.ts";
import type { Mark } from "../scene/paint.ts";
import { useDesigner, useEditor } from "../store/designer.tsx";
import { ChangeList } from "./change-list.tsx";
import classes from "./compare.module.css";

interface Props {
  readonly versions: readonly { readonly id: string; readonly label: string }[];
}

export function CompareDialog({ versions }: Props) {
  const { t } = useTranslation("pro-studio");
  const { ui, openNode } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const [other, setOther] = useState<Flow>();
  const [error, setError] = useState<Error>();
  const diff = useMemo(() => (other ? diffFlows(other, flow) : null), [other, flow]);
  const close = () => ui.getState().set({ dialog: null });
  const choose = (id: string) => {
    setOther(undefined);
    setError(undefined);
    if (id === "") return;
    loadNodes(id).then(
      (nodes) => setOther({ nodes: nodes.map(({ node }) => node) }),
      (reason: unknown) => setError(reason instanceof Error ? reason : new Error(String(reason))),
    );
  };
  const show = () => {
    if (!diff) return;
    const marks = new Map<string, Mark>();
    for (const node of diff.added) marks.set(node.id, "added");
    for (const change of diff.changed) if (!change.isLayoutOnly) marks.set(change.id, "changed");
    for (const node of diff.removed) marks.set(node.id, "removed");
    ui.getState().set({ marks, ghosts: diff.removed, dialog: null });
  };
  return (
    <Modal opened onClose={close} title={t("compare.title")} size={760}>
      <NativeSelect
        label={t("compare.with")}
        data={[
          { value: "", label: t("compare.choose") },
          ...versions.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {versions.length === 0 && <p className={classes["muted"]}>{t("compare.noVersions")}</p>}
      {error && <ErrorState title={t("cannotLoad")} error={error} isInline />}
      {diff && (
        <ChangeList
          diff={diff}
          onOpen={(id) => {
            close();
            openNode(id);
          }}
        />
      )}
      <div className={classes["row"]}>
        {diff && (
          <Button size="sm" onClick={show}>
            {t("compare.show")}
          </Button>
        )}
        <Button
          size="sm"
          variant="default"
          onClick={() => ui.getState().set({ marks: new Map(), ghosts: [], dialog: null })}
        >
          {t("compare.hide")}
        </Button>
      </div>
    </Modal>
  );
}
