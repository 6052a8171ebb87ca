// Talk to the flow on screen, saved or not, and watch where it goes.
import { Button, SegmentedControl } from "@mantine/core";
import { nodeById, nodeTitle } from "@parley/flow";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDecorations } from "../canvas/decorations.tsx";
import { useChat, useDesigner, useEditor } from "../store/designer.tsx";
import { openEffect } from "./chat-store.ts";
import { EffectCard } from "./effect-card.tsx";
import { Say } from "./say.tsx";
import { StartOptions } from "./start-options.tsx";
import { Turn } from "./turn.tsx";
import { Variables } from "./variables.tsx";
import classes from "./chat.module.css";

export function TestChat() {
  const { t } = useTranslation("pro-studio");
  const [tab, setTab] = useState<"chat" | "variables" | "start">("chat");
  const { chat } = useDesigner();
  return (
    <>
      <div className={classes["tools"]}>
        <SegmentedControl
          size="xs"
          aria-label={t("chat.parts")}
          value={tab}
          onChange={(value) => setTab(value === "variables" || value === "start" ? value : "chat")}
          data={[
            { value: "chat", label: t("chat.talk") },
            { value: "variables", label: t("chat.variables") },
            { value: "start", label: t("chat.start") },
          ]}
        />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerPlay size={14} />}
          onClick={() => chat.getState().start()}
        >
          {t("chat.restart")}
        </Button>
      </div>
      {tab === "chat" && <Talk />}
      {tab === "variables" && <Variables />}
      {tab === "start" && <StartOptions onStarted={() => setTab("chat")} />}
    </>
  );
}

function Stopped({ nodeId }: { nodeId: string }) {
  const { t } = useTranslation("pro-studio");
  const { chat, showNode } = useDesigner();
  const node = useEditor((state) => nodeById(state.flow, nodeId));
  return (
    <div className={classes["card"]}>
      <p>
        {node ? t("chat.stoppedBefore") : t("chat.stopped")}{" "}
        {node && (
          <button type="button" onClick={() => showNode(nodeId)}>
            {nodeTitle(node)}
          </button>
        )}
      </p>
      <Button size="compact-sm" onClick={() => chat.getState().send({ type: "continue" })}>
        {t("chat.continue")}
      </Button>
    </div>
  );
}

function Talk() {
  const { t } = useTranslation("pro-studio");
  const { camera } = useDesigner();
  const turns = useChat((state) => state.turns);
  const state = useChat((current) => current.state);
  const lookingAt = useChat((current) => current.lookingAt);
  const endRef = useRef<HTMLDivElement>(null);
  const { lit } = useDecorations();
  useEffect(() => {
    if (lit.active !== null) camera.current?.reveal(lit.active);
  }, [camera, lit.active]);
  const effect = openEffect({ turns, state });
  useEffect(() => {
    endRef.current?.scrollIntoView({ block: "end" });
  }, [turns.length]);
  return (
    <>
      <div className={classes["turns"]} role="log" aria-label={t("chat.log")} tabIndex={0}>
        {turns.map((turn, i) => (
          <Turn key={i} turn={turn} number={i} isLast={i === turns.length - 1} isLookedAt={lookingAt === i} />
        ))}
        {effect && <EffectCard key={effect.id} effect={effect} />}
        {state?.awaiting?.kind === "breakpoint" && <Stopped nodeId={state.awaiting.nodeId} />}
        {state?.status === "ended" && <p className={classes["note"]}>{t("chat.ended")}</p>}
        <div ref={endRef} />
      </div>
      <Say isOff={state === null || state.status === "ended"} />
    </>
  );
}
