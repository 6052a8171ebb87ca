// The upper line: where one is, undo and redo, what is open beside the canvas, who else is here.
import { ActionIcon, Button, Menu, SegmentedControl, Tooltip } from "@mantine/core";
import { Link } from "@parley/ui/link";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDots,
  IconHistory,
  IconLayoutSidebarRight,
  IconMessageChatbot,
  IconSearch,
  IconZoomScan,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { exportImage, exportJson } from "../compare/export.ts";
import { useDecorations } from "../canvas/decorations.tsx";
import { autoLayout } from "../store/arrange.ts";
import { useDesigner, useEditor, useSaving, useUi } from "../store/designer.tsx";
import type { Side } from "../store/ui-store.ts";
import classes from "./bars.module.css";

interface Props {
  readonly title: string;
  readonly crumbs: readonly { readonly label: string; readonly href: string }[];
}

export function Toolbar({ title, crumbs }: Props) {
  const { t } = useTranslation("pro-studio");
  const { editor, ui, camera } = useDesigner();
  const undoing = useEditor((state) => state.past.at(-1)?.label);
  const redoing = useEditor((state) => state.future[0]?.label);
  const view = useUi((state) => state.view);
  const set = ui.getState().set;
  return (
    <header className={classes["toolbar"]}>
      <div className={classes["where"]}>
        <nav aria-label={t("toolbar.breadcrumb")} className={classes["crumbs"]}>
          {crumbs.map((crumb) => (
            <Link key={crumb.href} href={crumb.href}>
              {crumb.label}
            </Link>
          ))}
        </nav>
        <h1 className={classes["title"]}>{title}</h1>
      </div>
      <SegmentedControl
        size="xs"
        aria-label={t("toolbar.view")}
        value={view}
        onChange={(value) => set({ view: value === "outline" ? "outline" : "canvas" })}
        data={[
          { value: "canvas", label: t("toolbar.canvas") },
          { value: "outline", label: t("toolbar.outline") },
        ]}
      />
      <span className={classes["space"]} />
      <Editors />
      <IconButton
        label={undoing === undefined ? t("toolbar.undoNothing") : t("toolbar.undo", { label: undoing })}
        isDisabled={undoing === undefined}
        onClick={() => editor.getState().undo()}
      >
        <IconArrowBackUp size={17} />
      </IconButton>
      <IconButton
        label={redoing === undefined ? t("toolbar.redoNothing") : t("toolbar.redo", { label: redoing })}
        isDisabled={redoing === undefined}
        onClick={() => editor.getState().redo()}
      >
        <IconArrowForwardUp size={17} />
      </IconButton>
      {view === "canvas" && (
        <IconButton label={t("toolbar.fit")} onClick={() => camera.current?.fit()}>
          <IconZoomScan size={17} />
        </IconButton>
      )}
      <IconButton label={t("toolbar.find")} onClick={() => set({ isFinding: true })}>
        <IconSearch size={17} />
      </IconButton>
      <Problems />
      <SideButton side="history" label={t("toolbar.history")}>
        <IconHistory size={17} />
      </SideButton>
      <SideButton side="node" label={t("toolbar.panel")}>
        <IconLayoutSidebarRight size={17} />
      </SideButton>
      <More />
      <TestButton />
    </header>
  );
}

function IconButton(props: {
  label: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  const { label, isDisabled = false, isPressed, onClick, children } = props;
  return (
    <Tooltip label={label}>
      <ActionIcon
        size={30}
        aria-label={label}
        aria-pressed={isPressed}
        aria-disabled={isDisabled}
        data-off={isDisabled || undefined}
        className={classes["iconButton"]}
        onClick={isDisabled ? undefined : onClick}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function SideButton({ side, label, children }: { side: Side; label: string; children: ReactNode }) {
  const { ui } = useDesigner();
  const isOpen = useUi((state) => state.side === side);
  return (
    <IconButton
      label={label}
      isPressed={isOpen}
      onClick={() => ui.getState().set({ side: isOpen ? null : side })}
    >
      {children}
    </IconButton>
  );
}

function Problems() {
  const { t } = useTranslation("pro-studio");
  const { ui } = useDesigner();
  const { problems } = useDecorations();
  const isOpen = useUi((state) => state.side === "problems");
  const isEmpty = useEditor((state) => state.flow.nodes.length === 0);
  const errors = problems.filter((problem) => problem.severity === "error").length;
  return (
    <Button
      size="compact-sm"
      variant={errors > 0 ? "light" : "default"}
      color={errors > 0 ? "red" : "gray"}
      aria-pressed={isOpen}
      onClick={() => ui.getState().set({ side: isOpen ? null : "problems" })}
    >
      {errors > 0
        ? t("toolbar.errors", { count: errors })
        : isEmpty
          ? t("toolbar.noNodes")
          : t("toolbar.problems", { count: problems.length })}
    </Button>
  );
}

function TestButton() {
  const { t } = useTranslation("pro-studio");
  const { ui, chat } = useDesigner();
  const isOpen = useUi((state) => state.side === "chat");
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconMessageChatbot size={15} />}
      aria-pressed={isOpen}
      onClick={() => {
        ui.getState().set({ side: isOpen ? null : "chat" });
        if (!isOpen && chat.getState().state === null) chat.getState().start();
      }}
    >
      {t("toolbar.test")}
    </Button>
  );
}

function More() {
  const { t } = useTranslation("pro-studio");
  const { editor, ui } = useDesigner();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  const name = () => document.title.split(" · ")[0] ?? "flow";
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size={30} aria-label={t("toolbar.more")}>
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!isReadOnly && <Menu.Item onClick={() => void autoLayout(editor)}>{t("toolbar.layout")}</Menu.Item>}
        <Menu.Item onClick={() => ui.getState().set({ side: "compare" })}>{t("toolbar.compare")}</Menu.Item>
        <Menu.Item onClick={() => ui.getState().set({ side: "traffic" })}>{t("toolbar.traffic")}</Menu.Item>
        {!isReadOnly && (
          <Menu.Item onClick={() => ui.getState().set({ dialog: "import" })}>{t("toolbar.import")}</Menu.Item>
        )}
        <Menu.Item onClick={() => exportJson(editor.getState().flow, name())}>
          {t("toolbar.exportJson")}
        </Menu.Item>
        <Menu.Item onClick={() => void exportImage(editor.getState().flow, name())}>
          {t("toolbar.exportImage")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Editors() {
  const { t } = useTranslation("pro-studio");
  const { openNode } = useDesigner();
  const editors = useSaving((state) => state.editors);
  if (editors.length === 0) return null;
  return (
    <ul className={classes["editors"]} aria-label={t("toolbar.editors")}>
      {editors.slice(0, 5).map((other) => (
        <li key={other.clientId}>
          <Tooltip label={t("toolbar.goToEditor", { name: other.name })}>
            <button
              type="button"
              className={classes["editor"]}
              onClick={() => {
                const [nodeId] = other.nodeIds;
                if (nodeId !== undefined) openNode(nodeId);
              }}
            >
              {initials(other.name)}
              <span className={classes["unseen"]}>{t("toolbar.goToEditor", { name: other.name })}</span>
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}

function initials(name: string): string {
  return name
    .split(" ")
    .map((part) => part.slice(0, 1))
    .join("")
    .slice(0, 2)
    .toUpperCase();
}
