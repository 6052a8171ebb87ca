// The conversation as it was: bubbles, and under each turn what happened inside it.
import type { TranscriptData, TranscriptMessage } from "@parley/bot-data/transcript";
import { exactTime } from "@parley/ui/relative-time";
import { IconArrowDown } from "@tabler/icons-react";
import { Button } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { MarkedText, piecesFor } from "./marked-text.tsx";
import type { HistoryPlace } from "./place.ts";
import { TurnTrace } from "./turn-trace.tsx";
import parts from "./parts.module.css";
import classes from "./transcript.module.css";

type Props = { place: HistoryPlace; conversation: TranscriptData; search: string };

export function Transcript({ place, conversation, search }: Props) {
  const { t } = useTranslation("history");
  const listRef = useRef<HTMLOListElement>(null);
  const at = useRef(-1);
  const nextMatch = () => {
    const marks = [...(listRef.current?.querySelectorAll("mark") ?? [])];
    at.current = (at.current + 1) % Math.max(1, marks.length);
    marks[at.current]?.scrollIntoView({ block: "center" });
  };
  const turnsBySequence = new Map(conversation.turns.map((turn) => [turn.turn, turn]));
  const lastOfTurn = new Map(conversation.messages.map((message) => [message.turn, message.sequence]));
  const hasMatch =
    search !== "" &&
    conversation.messages.some((message) => piecesFor(message.text, search).some((piece) => piece.isMatch));
  return (
    <>
      {hasMatch && (
        <Button
          size="xs"
          variant="default"
          className={classes["nextMatch"] ?? ""}
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={nextMatch}
        >
          {t("transcript.nextMatch")}
        </Button>
      )}
      <ol className={classes["transcript"]} aria-label={t("panel.transcript")} ref={listRef}>
        {conversation.messages.map((message) => {
          const turn =
            lastOfTurn.get(message.turn) === message.sequence ? turnsBySequence.get(message.turn) : undefined;
          return (
            <li key={message.sequence} className={classes["said"]} data-author={lookOf(message)}>
              <Bubble message={message} search={search} />
              {turn && <TurnTrace place={place} conversation={conversation} turn={turn} />}
            </li>
          );
        })}
      </ol>
    </>
  );
}

/** Nobody saw or heard what has no words: it is told like an event, not shown as said. */
function lookOf({ author, text, details }: TranscriptMessage): TranscriptMessage["author"] {
  return text === "" && details.length === 0 ? "system" : author;
}

function Bubble({ message, search }: { message: TranscriptMessage; search: string }) {
  const { t } = useTranslation("history");
  const who =
    message.author === "agent" && message.authorName ? message.authorName : t(`author.${message.author}`);
  const when = exactTime(new Date(message.createdAt), undefined);
  return (
    <div className={classes["bubble"]} data-author={lookOf(message)}>
      {lookOf(message) !== "system" && (
        <span className={classes["author"]}>
          {who}{" "}
          <time dateTime={message.createdAt} title={when}>
            {new Date(message.createdAt).toLocaleTimeString(undefined, {
              hour: "2-digit",
              minute: "2-digit",
            })}
          </time>
        </span>
      )}
      {message.text !== "" && (
        <p className={parts["text"]} dir="auto">
          <MarkedText pieces={piecesFor(message.text, search)} />
        </p>
      )}
      {message.details.length > 0 && (
        <ul className={classes["details"]} aria-label={t(`content.${message.type}`, t("content.other"))}>
          {message.details.map((detail, index) => (
            <li key={`${index} ${detail}`}>{detail}</li>
          ))}
        </ul>
      )}
      {message.text === "" && message.details.length === 0 && (
        <p className={parts["text"]}>{t(`content.${message.type}`, t("content.other"))}</p>
      )}
    </div>
  );
}
