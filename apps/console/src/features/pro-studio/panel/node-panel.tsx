// The selected node: its type's own fields, then those every node has.
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import {
  commonFields,
  fieldPatch,
  fieldValue,
  isKnownType,
  linkFrom,
  nodeById,
  nodeTitle,
  nodeTypeOf,
  portsOf,
} from "@parley/flow";
import type { Field, FlowNode, Json } from "@parley/flow";
import { CopyText } from "@parley/ui/copy-text";
import { IconCopyPlus, IconLink, IconPlayerPlay, IconPlayerRecord, IconTrash } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useDecorations } from "../canvas/decorations.tsx";
import { NodeIcon } from "../canvas/node-icons.tsx";
import { duplicate } from "../store/clipboard.ts";
import { useChat, useDesigner, useEditor, useUi } from "../store/designer.tsx";
import { removeSelected } from "../store/edits.ts";
import { ColourRow } from "./colour-row.tsx";
import { FieldControl } from "./field-control.tsx";
import { RichAssetPreview } from "./rich-asset-preview.tsx";
import { SeveralPanel } from "./several-panel.tsx";
import classes from "./panel.module.css";

export function NodePanel() {
  const { t } = useTranslation("pro-studio");
  const flow = useEditor((state) => state.flow);
  const selection = useEditor((state) => state.selection);
  const [only] = selection;
  const node = selection.size === 1 && only !== undefined ? nodeById(flow, only) : undefined;
  if (selection.size > 1) return <SeveralPanel count={selection.size} />;
  if (!node) return <p className={classes["hint"]}>{t("panel.nothing")}</p>;
  return <SingleNode key={node.id} node={node} />;
}

function SingleNode({ node }: { node: FlowNode }) {
  const { t } = useTranslation("pro-studio");
  const { editor } = useDesigner();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const { problems } = useDecorations();
  const formRef = useRef<HTMLDivElement>(null);
  const wanted = useUi((state) => state.wantedField);
  useEffect(() => {
    if (wanted) focusField(formRef.current, wanted.path);
  }, [wanted]);
  const type = nodeTypeOf(node);
  const own = problems.filter((problem) => problem.nodeId === node.id);
  const ownPaths = new Set(type.fields.map((field) => field.path));
  const shared = commonFields.filter((field) => !ownPaths.has(field.path) && field.path !== "nodeName");
  const general = own.filter((problem) => problem.field === undefined || problem.field === "nextNodes");
  const change = (path: string, value: Json | undefined) => {
    const current = nodeById(editor.getState().flow, node.id);
    if (!current) return;
    const [field = ""] = path.split(".");
    editor
      .getState()
      .apply(
        { type: "updateNode", id: node.id, fields: fieldPatch(current, path, value) },
        { mergeKey: `${node.id} ${field}` },
      );
  };
  const control = (field: Field) =>
    isAsked(node, field) && (
      <FieldControl
        key={`${field.path} ${field.kind}`}
        field={field}
        path={field.path}
        value={fieldValue(node, field.path)}
        problems={own}
        isReadOnly={isReadOnly}
        onChange={(value) => change(field.path, value)}
      />
    );
  return (
    <div className={classes["form"]} ref={formRef}>
      <div className={classes["identity"]} data-colour={type.category}>
        <NodeIcon type={node.nodeType} size={17} />
        <strong>
          {isKnownType(node.nodeType) ? type.title : t("panel.unknownType", { type: node.nodeType })}
        </strong>
        <span className={classes["muted"]}>#{node.nodeNumber}</span>
        <Actions node={node} />
      </div>
      <p className={classes["hint"]}>{type.summary}</p>
      {general.map((problem, i) => (
        <p key={i} className={classes["error"]} data-severity={problem.severity}>
          {problem.message}
        </p>
      ))}
      {control({ path: "nodeName", label: t("panel.nodeName"), kind: "text" })}
      {type.fields.map(control)}
      {node.richAssetType !== "" && (
        <section aria-label={t("panel.preview")}>
          <h3 className={classes["heading"]}>{t("panel.preview")}</h3>
          <RichAssetPreview type={node.richAssetType} content={node.richAssetContent} />
        </section>
      )}
      <Connections node={node} />
      {type.category !== "canvas" && (
        <details className={classes["more"]} open={hasShared(own.map(({ field }) => field ?? ""))}>
          <summary>{t("panel.more")}</summary>
          <div className={classes["form"]}>{shared.map(control)}</div>
        </details>
      )}
      {!isReadOnly && <ColourRow />}
      <p className={classes["muted"]}>
        {t("panel.id")} <CopyText value={node.id} label={t("panel.idLabel")} />
      </p>
    </div>
  );
}

function Actions({ node }: { node: FlowNode }) {
  const { t } = useTranslation("pro-studio");
  const { editor, chat, ui } = useDesigner();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const hasBreakpoint = useChat((state) => state.breakpoints.has(node.id));
  const link = () => {
    const url = new URL(location.href);
    url.searchParams.set("node", node.id);
    void navigator.clipboard.writeText(url.href);
    editor.getState().announce(t("panel.linkCopied"));
  };
  const isRun = nodeTypeOf(node).category !== "canvas";
  const runActions = [
    {
      label: t("panel.testFrom"),
      icon: <IconPlayerPlay size={15} />,
      run: () => {
        ui.getState().set({ side: "chat" });
        const variables = chat.getState().state?.variables ?? {};
        chat.getState().start({ nodeId: node.id, variables });
      },
    },
    {
      label: hasBreakpoint ? t("panel.breakpointOff") : t("panel.breakpointOn"),
      icon: <IconPlayerRecord size={15} />,
      isPressed: hasBreakpoint,
      run: () => chat.getState().toggleBreakpoint(node.id),
    },
  ];
  const actions = [
    ...(isRun ? runActions : []),
    { label: t("panel.copyLink"), icon: <IconLink size={15} />, run: link },
    ...(isReadOnly
      ? []
      : [
          { label: t("panel.duplicate"), icon: <IconCopyPlus size={15} />, run: () => duplicate(editor) },
          { label: t("panel.delete"), icon: <IconTrash size={15} />, run: () => removeSelected(editor) },
        ]),
  ];
  return (
    <span className={classes["actions"]}>
      {actions.map(({ label, icon, run, ...rest }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            aria-label={label}
            aria-pressed={"isPressed" in rest ? rest.isPressed : undefined}
            color={"isPressed" in rest && rest.isPressed ? "red" : "gray"}
            onClick={run}
          >
            {icon}
          </ActionIcon>
        </Tooltip>
      ))}
    </span>
  );
}

function Connections({ node }: { node: FlowNode }) {
  const { t } = useTranslation("pro-studio");
  const { editor, ui, openNode } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const ports = portsOf(node);
  if (ports.length === 0) return null;
  return (
    <section aria-label={t("panel.connections")}>
      <h3 className={classes["heading"]}>{t("panel.connections")}</h3>
      <ul className={classes["ports"]} data-field={"nextNodes"}>
        {ports.map((port) => {
          const link = linkFrom(node, port.id);
          const target = link && nodeById(flow, link.target);
          const from = { from: node.id, port: port.id };
          return (
            <li key={port.id}>
              <span className={classes["portName"]}>{port.label}</span>
              {link && (
                <button
                  type="button"
                  className={classes["target"]}
                  disabled={!target}
                  onClick={() => openNode(link.target)}
                >
                  {target ? nodeTitle(target) : t("panel.missingTarget")}
                </button>
              )}
              {!isReadOnly && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  aria-label={t("panel.connectPort", { port: port.label })}
                  onClick={() => ui.getState().set({ connecting: from })}
                >
                  {link ? t("panel.change") : t("panel.connect")}
                </Button>
              )}
              {!isReadOnly && link && (
                <ActionIcon
                  size="sm"
                  aria-label={t("panel.disconnect", { port: port.label })}
                  onClick={() => editor.getState().apply({ type: "disconnect", ...from })}
                >
                  <IconTrash size={13} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function isAsked(node: FlowNode, { when }: Field): boolean {
  if (!when) return true;
  const value = fieldValue(node, when.path);
  return typeof value === "string" && when.isOneOf.includes(value);
}

const sharedPlaces: ReadonlySet<string> = new Set(
  commonFields.map((field) => field.path).filter((path) => path !== "nodeName"),
);

/** A problem must not hide in a closed part. */
function hasShared(problemFields: readonly string[]): boolean {
  return problemFields.some((field) => sharedPlaces.has(field.split(".")[0] ?? ""));
}

function focusField(form: HTMLElement | null, path: string): void {
  const places = [...(form?.querySelectorAll<HTMLElement>("[data-field]") ?? [])];
  const exact = places.find((place) => place.dataset["field"] === path);
  const nearest = exact ?? places.findLast((place) => path.startsWith(`${place.dataset["field"]}.`));
  const details = nearest?.closest("details");
  if (details) details.open = true;
  nearest?.scrollIntoView({ block: "center" });
  nearest?.focus();
}
