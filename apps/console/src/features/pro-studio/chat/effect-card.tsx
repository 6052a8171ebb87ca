// What the flow asks of the outside world: really done on the server, or answered by the tester (decision 116).
import { Button, Checkbox, Textarea } from "@mantine/core";
import type { Effect } from "@parley/flow";
import type { TFunction } from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Outside, Trial } from "../outside.ts";
import { useChat, useDesigner } from "../store/designer.tsx";
import { spokenSoFar } from "./chat-store.ts";
import { firstAnswer } from "./simulate.ts";
import { WaitCard } from "./wait-card.tsx";
import classes from "./chat.module.css";

export function EffectCard({ effect }: { effect: Effect }) {
  const { t } = useTranslation("pro-studio");
  if (effect.type === "timer") return <WaitCard effect={effect} />;
  return (
    <div className={classes["card"]} role="group" aria-label={t("chat.outside")}>
      <p>{describe(effect, t)}</p>
      {effect.type === "handOff" ? <HandOff effect={effect} /> : <RealOrNot effect={effect} />}
    </div>
  );
}

function HandOff({ effect }: { effect: Effect }) {
  const { t } = useTranslation("pro-studio");
  const { chat } = useDesigner();
  return (
    <>
      <p className={classes["note"]}>{t("chat.handOffNote")}</p>
      <div className={classes["replies"]}>
        <Button size="compact-sm" onClick={() => chat.getState().answer(effect, "", false)}>
          {t("chat.humanDone")}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => chat.getState().fail(effect, t("chat.simulatedFailure"))}
        >
          {t("chat.nobody")}
        </Button>
      </div>
    </>
  );
}

function RealOrNot({ effect }: { effect: Effect }) {
  const { t } = useTranslation("pro-studio");
  const { chat, outside } = useDesigner();
  const runsWithoutAsking = useChat((state) => state.runsWithoutAsking);
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [isByHand, setIsByHand] = useState(false);
  const run = () => {
    setIsRunning(true);
    setFailure(null);
    perform(effect, outside, chat.getState()).then(
      (trial) => chat.getState().deliver(effect, trial),
      (reason: unknown) => {
        setIsRunning(false);
        setFailure(reason instanceof Error ? reason.message : String(reason));
      },
    );
  };
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!runsWithoutAsking || hasBegun.current) return;
    hasBegun.current = true;
    run();
  });
  const isModel = effect.type === "llmTask" || effect.type === "knowledgeAnswer";
  return (
    <>
      <p className={classes["note"]}>{t(isModel ? "chat.realModel" : "chat.realNote")}</p>
      {failure !== null && (
        <p className={classes["failure"]} role="alert">
          {failure}
        </p>
      )}
      <div className={classes["replies"]}>
        <Button size="compact-sm" loading={isRunning} onClick={run}>
          {t(isModel ? "chat.askReal" : "chat.run")}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isByHand}
          onClick={() => setIsByHand(!isByHand)}
        >
          {t("chat.byHand")}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => chat.getState().fail(effect, t("chat.simulatedFailure"))}
        >
          {t("chat.fail")}
        </Button>
      </div>
      {isByHand ? (
        <ByHand effect={effect} />
      ) : (
        <Checkbox
          size="sm"
          label={t("chat.withoutAsking")}
          checked={runsWithoutAsking}
          onChange={(event) => chat.getState().setRunsWithoutAsking(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

function ByHand({ effect }: { effect: Effect }) {
  const { t } = useTranslation("pro-studio");
  const { chat, editor } = useDesigner();
  const known = chat.getState().simulations.get(effect.nodeId);
  const [value, setValue] = useState(known?.value ?? firstAnswer(effect, editor.getState().say));
  const [isAutomatic, setIsAutomatic] = useState(false);
  return (
    <>
      <Textarea
        size="sm"
        label={t("chat.answerWith")}
        autosize
        minRows={2}
        maxRows={10}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
      />
      <Checkbox
        size="sm"
        label={t("chat.always")}
        checked={isAutomatic}
        onChange={(event) => setIsAutomatic(event.currentTarget.checked)}
      />
      <Button size="compact-sm" onClick={() => chat.getState().answer(effect, value, isAutomatic)}>
        {t("chat.answer")}
      </Button>
    </>
  );
}

async function perform(
  effect: Effect,
  outside: Outside,
  chat: Parameters<typeof spokenSoFar>[0],
): Promise<Trial> {
  if (effect.type === "runScript" || effect.type === "httpRequest") return outside.run(effect);
  if (effect.type !== "llmTask" && effect.type !== "knowledgeAnswer")
    throw new Error(`Nobody carries out ${effect.type}.`);
  const history = spokenSoFar(chat);
  const last = history.findLast((said) => said.role === "visitor")?.text ?? "";
  const begun = performance.now();
  const isTask = effect.type === "llmTask";
  const value = await outside.askAgent({
    text: (isTask ? effect.prompt : effect.question) || last,
    taskId: isTask ? effect.taskId : "",
    history: !isTask || effect.hasHistory ? history : [],
  });
  const ms = Math.round(performance.now() - begun);
  return { ok: true, value, error: null, said: [], variables: {}, logs: [], ms };
}

function describe(effect: Effect, t: TFunction<"pro-studio">): string {
  switch (effect.type) {
    case "httpRequest":
      return t("chat.asksHttp", { method: effect.method, url: effect.url });
    case "runScript":
      return t("chat.asksScript", { name: effect.scriptId });
    case "llmTask":
      return t("chat.asksModel", { prompt: effect.prompt || effect.taskId });
    case "knowledgeAnswer":
      return t("chat.asksKnowledge", { question: effect.question });
    case "handOff":
      return t("chat.asksHuman", { team: effect.team || effect.skillTag || "–" });
    default:
      return effect.type;
  }
}
