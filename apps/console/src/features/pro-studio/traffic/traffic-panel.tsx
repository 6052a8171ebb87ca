// Where real visitors went and where they gave up; the numbers stand on the nodes while this panel is open.
import { Checkbox, NativeSelect } from "@mantine/core";
import { nodeById, nodeTitle } from "@parley/flow";
import { ErrorState } from "@parley/ui/error-state";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { NodeTraffic, Traffic } from "../outside.ts";
import { useDesigner, useEditor } from "../store/designer.tsx";
import classes from "./traffic.module.css";

const spans = [1, 7, 30, 90, 365] as const;
const most = 100;

export function TrafficPanel() {
  const { t } = useTranslation("pro-studio");
  const [days, setDays] = useState(30);
  const [onlyThisVersion, setOnlyThisVersion] = useState(false);
  const { traffic, error } = useTraffic(days, onlyThisVersion);
  return (
    <div className={classes["panel"]}>
      <NativeSelect
        size="sm"
        label={t("traffic.days")}
        value={String(days)}
        data={spans.map((count) => ({ value: String(count), label: t("traffic.span", { count }) }))}
        onChange={(event) => setDays(Number(event.currentTarget.value))}
      />
      <Checkbox
        size="sm"
        label={t("traffic.onlyThisVersion")}
        checked={onlyThisVersion}
        onChange={(event) => setOnlyThisVersion(event.currentTarget.checked)}
      />
      {error && <ErrorState title={t("traffic.cannotLoad")} error={error} isInline />}
      {traffic && <Figures traffic={traffic} />}
    </div>
  );
}

function Figures({ traffic }: { traffic: Traffic }) {
  const { t } = useTranslation("pro-studio");
  const { camera, editor, ui } = useDesigner();
  const flow = useEditor((state) => state.flow);
  if (traffic.conversations === 0) {
    return (
      <div className={classes["empty"]}>
        <strong>{t("traffic.none")}</strong>
        <p>{t("traffic.noneHint")}</p>
      </div>
    );
  }
  const here = traffic.nodes.filter(({ nodeId }) => nodeById(flow, nodeId));
  const highest = Math.max(1, ...here.map(({ visits }) => visits));
  const show = (id: string) => {
    ui.getState().set({ view: "canvas" });
    editor.getState().select([id]);
    requestAnimationFrame(() => camera.current?.show(id));
  };
  const title = (id: string) => {
    const node = nodeById(flow, id);
    return node ? nodeTitle(node) : id;
  };
  return (
    <>
      <p role="status">{t("traffic.summary", { count: traffic.conversations })}</p>
      <ol className={classes["nodes"]} aria-label={t("traffic.list")}>
        {here.slice(0, most).map((node) => (
          <li key={node.nodeId}>
            <button type="button" onClick={() => show(node.nodeId)}>
              <span className={classes["name"]}>{title(node.nodeId)}</span>
              <span className={classes["figures"]}>
                {t("traffic.visits", { count: node.visits })}
                {node.left > 0 && <strong>{t("traffic.leftShare", shareOf(node))}</strong>}
              </span>
              <span className={classes["bar"]} style={{ width: `${(node.visits / highest) * 100}%` }} />
            </button>
          </li>
        ))}
      </ol>
      {traffic.nodes.length > here.length && (
        <p className={classes["muted"]}>
          {t("traffic.elsewhere", { count: traffic.nodes.length - here.length })}
        </p>
      )}
    </>
  );
}

function shareOf({ left, conversations }: NodeTraffic): { count: number; share: number } {
  return { count: left, share: Math.round((left / Math.max(1, conversations)) * 100) };
}

function useTraffic(
  days: number,
  onlyThisVersion: boolean,
): { readonly traffic?: Traffic; readonly error?: Error } {
  const { outside, ui } = useDesigner();
  const [loaded, setLoaded] = useState<{ traffic?: Traffic; error?: Error }>({});
  useEffect(() => {
    let isCurrent = true;
    outside.traffic({ days, onlyThisVersion }).then(
      (traffic) => {
        if (!isCurrent) return;
        setLoaded({ traffic });
        const byNode = new Map(traffic.nodes.map((node) => [node.nodeId, node]));
        ui.getState().set({ traffic: traffic.conversations === 0 ? null : byNode });
      },
      (reason: unknown) =>
        isCurrent && setLoaded({ error: reason instanceof Error ? reason : new Error(String(reason)) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [outside, ui, days, onlyThisVersion]);
  useEffect(() => () => ui.getState().set({ traffic: null }), [ui]);
  return loaded;
}
