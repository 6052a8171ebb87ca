// What the visitor writes in a test: understood by the bot version's trained model; before the first training the
// tester says which intent it stands for (decision 171).
import { Button, Menu, TextInput } from "@mantine/core";
import { entriesOf, wantsNlu } from "@parley/flow";
import type { Flow, FlowEvent } from "@parley/flow";
import { notify } from "@parley/ui/notifications";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useDesigner, useEditor, useUi } from "../store/designer.tsx";
import classes from "./chat.module.css";

export function Say({ isOff }: { isOff: boolean }) {
  const { t } = useTranslation("pro-studio");
  const { chat, outside } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const isTrained = useUi((state) => state.references.isTrained);
  const [text, setText] = useState("");
  const [intent, setIntent] = useState("");
  const [isHearing, setIsHearing] = useState(false);
  const understood = async (said: string): Promise<FlowEvent> => {
    const plain: FlowEvent = { type: "text", text: said };
    const { state } = chat.getState();
    if (intent !== "") return { ...plain, nlu: { intent, score: 1, entities: [] } };
    if (!isTrained || !state || !wantsNlu(flow, state)) return plain;
    try {
      const nlu = await outside.understand(said);
      return nlu ? { ...plain, nlu } : plain;
    } catch {
      notify({ tone: "bad", message: t("chat.cannotUnderstand") });
      return plain;
    }
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const said = text.trim();
    if (isHearing || (said === "" && intent === "")) return;
    const before = chat.getState().state;
    setIsHearing(true);
    const words: FlowEvent =
      said.startsWith("/") && said.length > 1
        ? { type: "command", command: said.slice(1) }
        : await understood(said);
    setIsHearing(false);
    // Whoever started over meanwhile did not say this.
    if (chat.getState().state !== before) return;
    setText("");
    setIntent("");
    chat.getState().send(words, said || intent);
  };
  return (
    <form className={classes["say"]} onSubmit={(event) => void send(event)}>
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
      {!isTrained && <IntentMenu flow={flow} intent={intent} isOff={isOff} onChoose={setIntent} />}
      <Button type="submit" size="sm" aria-label={t("chat.send")} disabled={isOff} loading={isHearing}>
        <IconSend size={15} />
      </Button>
    </form>
  );
}

interface IntentMenuProps {
  readonly flow: Flow;
  readonly intent: string;
  readonly isOff: boolean;
  readonly onChoose: (intent: string) => void;
}

function IntentMenu({ flow, intent, isOff, onChoose }: IntentMenuProps) {
  const { t } = useTranslation("pro-studio");
  const known = [...entriesOf(flow).intents.keys(), ...routeIntents(flow.nodes)];
  const intents = [...new Set(known)].filter((name) => name !== "*");
  if (intents.length === 0) return null;
  return (
    <Menu position="top-end">
      <Menu.Target>
        <Button size="sm" variant="default" disabled={isOff}>
          {intent === "" ? t("chat.intent") : intent}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t("chat.intentByHand")}</Menu.Label>
        <Menu.Item onClick={() => onChoose("")}>{t("chat.noIntent")}</Menu.Item>
        {intents.slice(0, 40).map((name) => (
          <Menu.Item key={name} onClick={() => onChoose(name)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function routeIntents(nodes: Flow["nodes"]): string[] {
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
