// Any two versions beside each other: as a list here, and in colours on the canvas while this panel is open.
import { Button, NativeSelect } from "@mantine/core";
import { diffFlows } from "@parley/flow";
import type { Flow, FlowDiff } from "@parley/flow";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { paths, urlTo } from "../../../shared/urls.ts";
import type { Mark } from "../scene/paint.ts";
import { useDesigner, useEditor } from "../store/designer.tsx";
import { ChangeList } from "../../../shared/flow/change-list.tsx";
import classes from "./compare.module.css";

interface Props {
  readonly versions: readonly { readonly id: string; readonly label: string }[];
}

/** Stands for the flow on screen, saved or not. */
const onScreen = "screen";

export function ComparePanel({ versions }: Props) {
  const { t } = useTranslation("pro-studio");
  const { ui, camera } = useDesigner();
  const [beforeId, setBeforeId] = useState(versions[0]?.id ?? "");
  const [afterId, setAfterId] = useState(onScreen);
  const before = useFlow(beforeId);
  const after = useFlow(afterId);
  const diff = useMemo(
    () => (before.flow && after.flow ? diffFlows(before.flow, after.flow) : null),
    [before.flow, after.flow],
  );
  useOnCanvas(diff, afterId === onScreen ? null : (after.flow ?? null));
  if (versions.length === 0) return <p className={classes["muted"]}>{t("compare.noVersions")}</p>;
  const choices = [
    { value: onScreen, label: t("compare.onScreen") },
    ...versions.map(({ id, label }) => ({ value: id, label })),
  ];
  const label = versions.find(({ id }) => id === beforeId)?.label;
  return (
    <div className={classes["stack"]}>
      <NativeSelect
        size="sm"
        label={t("compare.before")}
        data={choices}
        value={beforeId}
        onChange={(event) => setBeforeId(event.currentTarget.value)}
      />
      <NativeSelect
        size="sm"
        label={t("compare.after")}
        data={choices}
        value={afterId}
        onChange={(event) => setAfterId(event.currentTarget.value)}
      />
      {[before.error, after.error].map(
        (error, i) => error && <ErrorState key={i} title={t("cannotLoad")} error={error} isInline />,
      )}
      {diff && (
        <ChangeList
          diff={diff}
          onOpen={(id) => {
            ui.getState().set({ view: "canvas" });
            requestAnimationFrame(() => camera.current?.show(id));
          }}
        />
      )}
      {label !== undefined && <Restore versionId={beforeId} label={label} />}
    </div>
  );
}

function Restore({ versionId, label }: { versionId: string; label: string }) {
  const { t } = useTranslation("pro-studio");
  const { outside, saving } = useDesigner();
  const { orgId = "", projectId = "", solutionId = "" } = useParams();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const restore = async () => {
    setIsBusy(true);
    try {
      await saving.getState().saveNow();
      const id = await outside.newVersionFrom(versionId);
      notify({ tone: "good", message: t("compare.restored", { label }) });
      await navigate(urlTo(paths.flow, { orgId, projectId, solutionId, solutionVersionId: id }));
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
    setIsBusy(false);
  };
  return (
    <div>
      <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => void restore()}>
        {t("compare.restore", { label })}
      </Button>
      <p className={classes["muted"]}>{t("compare.restoreHint")}</p>
    </div>
  );
}

function useFlow(id: string): { readonly flow?: Flow; readonly error?: Error } {
  const { outside } = useDesigner();
  const own = useEditor((state) => state.flow);
  const [loaded, setLoaded] = useState<{ id: string; flow?: Flow; error?: Error }>();
  useEffect(() => {
    if (id === onScreen || id === "") return;
    let isCurrent = true;
    outside.loadFlow(id).then(
      (flow) => isCurrent && setLoaded({ id, flow }),
      (reason: unknown) =>
        isCurrent && setLoaded({ id, error: reason instanceof Error ? reason : new Error(String(reason)) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [outside, id]);
  if (id === onScreen) return { flow: own };
  return loaded?.id === id ? loaded : {};
}

/** Colours on the canvas; another version in place of one's own cannot be edited there. */
function useOnCanvas(diff: FlowDiff | null, foreign: Flow | null): void {
  const { ui, editor } = useDesigner();
  const [wasReadOnly] = useState(() => editor.getState().isReadOnly);
  useEffect(() => {
    const marks = new Map<string, Mark>();
    for (const node of diff?.added ?? []) marks.set(node.id, "added");
    for (const change of diff?.changed ?? []) if (!change.isLayoutOnly) marks.set(change.id, "changed");
    for (const node of diff?.removed ?? []) marks.set(node.id, "removed");
    ui.getState().set({ marks, ghosts: diff?.removed ?? [], foreign });
    editor.setState({ isReadOnly: wasReadOnly || foreign !== null });
  }, [diff, foreign, ui, editor, wasReadOnly]);
  useEffect(
    () => () => {
      ui.getState().set({ marks: new Map(), ghosts: [], foreign: null });
      editor.setState({ isReadOnly: wasReadOnly });
    },
    [ui, editor, wasReadOnly],
  );
}
