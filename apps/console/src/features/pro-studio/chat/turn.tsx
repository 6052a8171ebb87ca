// One turn: what the visitor did, what they were shown, and the nodes that ran.
import { Button } from "@mantine/core";
import { nodeById, nodeTitle } from "@parley/flow";
import type { Json, JsonObject, NluResult, Output } from "@parley/flow";
import { useState } from "react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { RichAssetPreview } from "../panel/rich-asset-preview.tsx";
import { useDesigner, useEditor } from "../store/designer.tsx";
import type { Answered, ChatTurn } from "./chat-store.ts";
import classes from "./chat.module.css";

interface Props {
  readonly turn: ChatTurn;
  readonly number: number;
  readonly isLast: boolean;
  readonly isLookedAt: boolean;
}

export function Turn({ turn, number, isLast, isLookedAt }: Props) {
  const { t } = useTranslation("pro-studio");
  const { chat } = useDesigner();
  const { result, said } = turn;
  return (
    <section
      className={classes["turn"]}
      data-looked-at={isLookedAt || undefined}
      aria-label={t("chat.turn", { number: number + 1 })}
    >
      {said !== "" && <p className={classes["visitor"]}>{said}</p>}
      {turn.event.type === "text" && turn.event.nlu && <Understood nlu={turn.event.nlu} />}
      {turn.answered && <AnsweredNote answered={turn.answered} />}
      {turn.answered?.said.map((text, i) => (
        <p key={i} className={classes["bot"]}>
          {text}
        </p>
      ))}
      {result.outputs.map((output, i) => (
        <OutputView key={i} output={output} isOpen={isLast} />
      ))}
      {result.effects
        .filter((effect) => effect.type === "command" || effect.type === "analyticsEvent")
        .map((effect) => (
          <p key={effect.id} className={classes["note"]}>
            {effect.type === "command"
              ? t("chat.command", { name: effect.command })
              : effect.type === "analyticsEvent"
                ? t("chat.analytics", { name: effect.name })
                : ""}
          </p>
        ))}
      {result.error && <p className={classes["failure"]}>{result.error.message}</p>}
      {result.isUnhandled && <p className={classes["note"]}>{t("chat.unhandled")}</p>}
      <div className={classes["turnFoot"]}>
        <Trace turn={turn} />
        <button
          type="button"
          aria-pressed={isLookedAt}
          onClick={() => chat.getState().lookAt(isLookedAt ? null : number)}
        >
          {isLookedAt ? t("chat.lookAtAll") : t("chat.lookAt")}
        </button>
        {!isLast && (
          <button type="button" onClick={() => chat.getState().rewindTo(number)}>
            {t("chat.rewind")}
          </button>
        )}
      </div>
    </section>
  );
}

function Understood({ nlu }: { nlu: NluResult }) {
  const { t } = useTranslation("pro-studio");
  const found = nlu.entities.map((entity) => `${entity.name}: ${entity.text ?? ""}`).join(", ");
  const words =
    nlu.intent === ""
      ? t("chat.notUnderstood")
      : t("chat.understood", { intent: nlu.intent, percent: Math.round(nlu.score * 100) });
  return <p className={classes["note"]}>{found === "" ? words : `${words} · ${found}`}</p>;
}

/** Real answers and invented ones must not look alike. */
function AnsweredNote({ answered }: { answered: Answered }) {
  const { t } = useTranslation("pro-studio");
  const { isReal, ms, error, logs } = answered;
  return (
    <>
      <p className={classes["note"]} data-real={isReal || undefined}>
        {isReal ? t("chat.answeredReal", { ms }) : t("chat.answeredSimulated")}
      </p>
      {error !== null && <p className={classes["failure"]}>{error}</p>}
      {logs.length > 0 && <pre className={classes["logs"]}>{logs.join("\n")}</pre>}
    </>
  );
}

function Trace({ turn }: { turn: ChatTurn }) {
  const { t } = useTranslation("pro-studio");
  const { openNode } = useDesigner();
  const flow = useEditor((state) => state.flow);
  const steps = turn.result.trace;
  if (steps.length === 0) return null;
  return (
    <details className={classes["trace"]}>
      <summary>{t("chat.trace", { count: steps.length })}</summary>
      <ol>
        {steps.map((step, i) => {
          const node = nodeById(flow, step.nodeId);
          return (
            <li key={i}>
              {node ? (
                <button type="button" onClick={() => openNode(node.id)}>
                  {nodeTitle(node)}
                </button>
              ) : (
                step.type
              )}
              {step.note !== "" && <span> {step.note}</span>}
            </li>
          );
        })}
      </ol>
    </details>
  );
}

function OutputView({ output, isOpen }: { output: Output; isOpen: boolean }) {
  const { chat } = useDesigner();
  switch (output.type) {
    case "text":
      return <p className={classes["bot"]}>{output.text}</p>;
    case "quickReplies":
      return (
        <div className={classes["replies"]}>
          {output.choices.map((choice) => (
            <Button
              key={choice.id}
              size="compact-sm"
              variant="outline"
              disabled={!isOpen}
              onClick={() =>
                chat
                  .getState()
                  .send({ type: "choice", choiceId: choice.id, nodeId: output.nodeId }, choice.label)
              }
            >
              {choice.label}
            </Button>
          ))}
        </div>
      );
    case "richAsset":
      return output.assetType === "form" ? (
        <FormView content={output.content} nodeId={output.nodeId} isOpen={isOpen} />
      ) : (
        <AssetView output={output} isOpen={isOpen} />
      );
    case "input":
      return null;
  }
}

function AssetView({ output, isOpen }: { output: Extract<Output, { type: "richAsset" }>; isOpen: boolean }) {
  const { chat } = useDesigner();
  const { content, assetType, nodeId } = output;
  const buttons =
    assetType === "carousel"
      ? list(content["cards"]).flatMap((card) => list(card["buttons"]))
      : list(content["buttons"]);
  const press = (button: JsonObject) => {
    const label = text(button["label"]);
    const action = text(button["action"]);
    if (action === "reply")
      chat.getState().send({ type: "choice", choiceId: text(button["id"]), nodeId }, label);
    else if (action === "command")
      chat.getState().send({ type: "command", command: text(button["value"]) }, label);
  };
  return (
    <>
      <RichAssetPreview type={isAsset(assetType) ? assetType : ""} content={content} />
      <div className={classes["replies"]}>
        {buttons
          .filter((button) => button["action"] !== "url")
          .map((button, i) => (
            <Button
              key={i}
              size="compact-sm"
              variant="outline"
              disabled={!isOpen}
              onClick={() => press(button)}
            >
              {text(button["label"])}
            </Button>
          ))}
      </div>
    </>
  );
}

function FormView({ content, nodeId, isOpen }: { content: JsonObject; nodeId: string; isOpen: boolean }) {
  const { t } = useTranslation("pro-studio");
  const { chat } = useDesigner();
  const [values, setValues] = useState<Readonly<Record<string, Json>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    chat.getState().send({ type: "form", values, nodeId }, t("chat.formSent"));
  };
  return (
    <form className={classes["card"]} onSubmit={submit}>
      <strong>{text(content["title"])}</strong>
      {list(content["fields"]).map((field) => {
        const name = text(field["name"]);
        const isCheck = field["type"] === "checkbox";
        return (
          <label key={name}>
            {text(field["label"]) || name}
            <input
              type={isCheck ? "checkbox" : "text"}
              disabled={!isOpen}
              onChange={(event) =>
                setValues({
                  ...values,
                  [name]: isCheck ? event.currentTarget.checked : event.currentTarget.value,
                })
              }
            />
          </label>
        );
      })}
      <Button type="submit" size="compact-sm" disabled={!isOpen}>
        {text(content["submitLabel"]) || t("chat.submit")}
      </Button>
    </form>
  );
}

function isAsset(type: string): type is "card" | "carousel" | "buttons" | "image" {
  return type === "card" || type === "carousel" || type === "buttons" || type === "image";
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function list(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (item): item is JsonObject => typeof item === "object" && item !== null && !Array.isArray(item),
  );
}
