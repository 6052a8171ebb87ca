// What the flow asks of the outside world, answered by the tester.
import { Button, Checkbox, Textarea } from "@mantine/core";
import type { Effect } from "@parley/flow";
import { notify } from "@parley/ui/notifications";
import type { TFunction } from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useDesigner } from "../store/designer.tsx";
import { firstAnswer } from "./simulate.ts";
import classes from "./chat.module.css";

export function EffectCard({ effect }: { effect: Effect }) {
  const { t } = useTranslation("pro-studio");
  const { chat, askAgent } = useDesigner();
  const known = chat.getState().simulations.get(effect.nodeId);
  const [value, setValue] = useState(known?.value ?? firstAnswer(effect));
  const [isAutomatic, setIsAutomatic] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const isTimer = effect.type === "timer";
  const delayMs = isTimer ? effect.delayMs : 0;
  useEffect(() => {
    // Nobody tests a reminder by waiting for it.
    if (!isTimer || delayMs > 10_000) return;
    const timer = setTimeout(() => chat.getState().send({ type: "timer", effectId: effect.id }), delayMs);
    return () => clearTimeout(timer);
  }, [isTimer, delayMs, effect.id, chat]);
  if (isTimer) {
    return (
      <div className={classes["card"]}>
        <p>{t("chat.waits", { seconds: Math.round(delayMs / 1_000) })}</p>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => chat.getState().send({ type: "timer", effectId: effect.id })}
        >
          {t("chat.skipWait")}
        </Button>
      </div>
    );
  }
  const askReal = async (asked: Extract<Effect, { type: "llmTask" | "knowledgeAnswer" }>) => {
    setIsAsking(true);
    try {
      const answer = await askAgent(
        asked.type === "llmTask"
          ? { text: asked.prompt, taskId: asked.taskId }
          : { text: asked.question, taskId: "" },
      );
      setValue(JSON.stringify(answer, null, 2));
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
    setIsAsking(false);
  };
  const isHandOff = effect.type === "handOff";
  return (
    <div className={classes["card"]} role="group" aria-label={t("chat.outside")}>
      <p>{describe(effect, t)}</p>
      {!isHandOff && (
        <Textarea
          size="sm"
          label={t("chat.answerWith")}
          autosize
          minRows={2}
          maxRows={10}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      )}
      {!isHandOff && (
        <Checkbox
          size="sm"
          label={t("chat.always")}
          checked={isAutomatic}
          onChange={(event) => setIsAutomatic(event.currentTarget.checked)}
        />
      )}
      <div className={classes["replies"]}>
        <Button size="compact-sm" onClick={() => chat.getState().answer(effect, value, isAutomatic)}>
          {isHandOff ? t("chat.humanDone") : t("chat.answer")}
        </Button>
        {(effect.type === "llmTask" || effect.type === "knowledgeAnswer") && (
          <Button size="compact-sm" variant="default" loading={isAsking} onClick={() => void askReal(effect)}>
            {t("chat.askReal")}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => chat.getState().fail(effect, t("chat.simulatedFailure"))}
        >
          {isHandOff ? t("chat.nobody") : t("chat.fail")}
        </Button>
      </div>
    </div>
  );
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
