// Talk to the flow on screen, saved or not, and watch where it goes.
import { Button, Menu, SegmentedControl, TextInput } from "@mantine/core";
import { entriesOf } from "@parley/flow";
import type { FlowEvent } from "@parley/flow";
import { IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useDecorations } from "../canvas/decorations.tsx";
import { useChat, useDesigner, useEditor } from "../store/designer.tsx";
import { openEffect } from "./chat-store.ts";
import { EffectCard } from "./effect-card.tsx";
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

function Talk() {
  const { t } = useTranslation("pro-studio");
  const { chat, camera } = useDesigner();
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
        {state?.awaiting?.kind === "breakpoint" && (
          <div className={classes["card"]}>
            <p>{t("chat.breakpoint")}</p>
            <Button size="compact-sm" onClick={() => chat.getState().send({ type: "continue" })}>
              {t("chat.continue")}
            </Button>
          </div>
        )}
        {state?.status === "ended" && <p className={classes["note"]}>{t("chat.ended")}</p>}
        <div ref={endRef} />
      </div>
      <Say isOff={state === null || state.status === "ended"} />
    </>
  );
}

function Say({ isOff }: { isOff: boolean }) {
  const { t } = useTranslation("pro-studio");
  const { chat, outside, ui } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const [text, setText] = useState("");
  const [intent, setIntent] = useState("");
  const intents = [...entriesOf(flow).intents.keys(), ...routeIntents(flow.nodes)].filter(
    (name) => name !== "*",
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (said === "" && intent === "") return;
    const words: FlowEvent =
      said.startsWith("/") && said.length > 1
        ? { type: "command", command: said.slice(1) }
        : intent === ""
          ? { type: "text", text: said }
          : { type: "text", text: said, nlu: { intent, score: 1, entities: [] } };
    setText("");
    setIntent("");
    // Without intents there is nothing to understand, and words that were given a meaning keep it.
    const isOpen = words.type === "text" && words.nlu === undefined;
    if (!isOpen || ui.getState().references.intents.length === 0)
      return chat.getState().send(words, said || intent);
    void outside.understand(said).then(
      (nlu) => chat.getState().send(nlu ? { ...words, nlu } : words, said),
      () => chat.getState().send(words, said),
    );
  };
  return (
    <form className={classes["say"]} onSubmit={send}>
      <TextInput
        size="sm"
        className={classes["words"]}
        aria-label={t("chat.say")}
        placeholder={intent === "" ? t("chat.say") : t("chat.sayAs", { intent })}
        value={text}
        disabled={isOff}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {intents.length > 0 && (
        <Menu position="top-end">
          <Menu.Target>
            <Button size="sm" variant="default" disabled={isOff}>
              {intent === "" ? t("chat.intent") : intent}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setIntent("")}>{t("chat.noIntent")}</Menu.Item>
            {[...new Set(intents)].slice(0, 40).map((name) => (
              <Menu.Item key={name} onClick={() => setIntent(name)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button type="submit" size="sm" aria-label={t("chat.send")} disabled={isOff}>
        <IconSend size={15} />
      </Button>
    </form>
  );
}

function routeIntents(nodes: Parameters<typeof entriesOf>[0]["nodes"]): string[] {
  return nodes.flatMap((node) => {
    const routes = node.parameterInput["routes"];
    if (node.nodeType !== "intent-route" || !Array.isArray(routes)) return [];
    return routes.flatMap((route: unknown) =>
      typeof route === "object" && route !== null && "intent" in route && typeof route.intent === "string"
        ? [route.intent]
        : [],
    );
  });
}
