// What was said, in order; new words are read out and scrolled to.
import { RelativeTime } from "@parley/ui/relative-time";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSubscription } from "urql";
import { config } from "../../lib/config.ts";
import { BoldText } from "../../shared/bold-text.tsx";
import { typingSubscription } from "./documents.ts";
import { fileAddress, messageWords } from "./message-words.ts";
import classes from "./desk.module.css";

type Message = { sequence: number; author: string; authorName: string; content: unknown; createdAt: string };
type Props = { projectId: string; id: string; messages: readonly Message[] };

export function Transcript({ projectId, id, messages }: Props) {
  const { t } = useTranslation("agent-desk");
  const logRef = useRef<HTMLDivElement>(null);
  const last = messages.at(-1)?.sequence;
  const isTyping = useVisitorTyping(projectId, id, last);
  // Who reads further up stays there; who reads the end goes on reading it, also when an error or a long answer takes room.
  const follows = useRef(true);
  useEffect(() => {
    const log = logRef.current;
    if (!log) return;
    const toEnd = () => {
      if (follows.current) log.scrollTop = log.scrollHeight;
    };
    toEnd();
    const resized = new ResizeObserver(toEnd);
    resized.observe(log);
    return () => resized.disconnect();
  }, [last]);
  return (
    <div
      ref={logRef}
      className={classes["log"]}
      role="log"
      aria-label={t("transcript")}
      tabIndex={0}
      onScroll={({ currentTarget: log }) => {
        follows.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearEnd;
      }}
    >
      {messages.map((message) => {
        const words = messageWords(message.content);
        if (words === undefined) return null;
        return (
          <article key={message.sequence} className={classes["message"]} data-author={message.author}>
            <p className={classes["who"]}>
              {message.authorName || t(`author.${message.author}`)} <RelativeTime at={message.createdAt} />
            </p>
            <p className={classes["words"]} dir="auto">
              <Words words={words} file={fileAddress(message.content, config.apiUrl)} />
            </p>
          </article>
        );
      })}
      {isTyping && <p className={classes["muted"]}>{t("isTyping")}</p>}
    </div>
  );
}

function Words({ words, file }: { words: string; file: string | undefined }) {
  if (file === undefined) return <BoldText text={words} />;
  return (
    <a href={file} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
}

const nearEnd = 80;
const typingShown = 4_000;

function useVisitorTyping(projectId: string, id: string, last: number | undefined): boolean {
  const [{ data }] = useSubscription({ query: typingSubscription, variables: { projectId, id } });
  // The first event only says that the subscription stands.
  const [heard, setHeard] = useState<{ first?: unknown; newest?: unknown; last?: number | undefined }>({});
  const [over, setOver] = useState<unknown>();
  if (data && heard.newest !== data) setHeard({ first: heard.first ?? data, newest: data, last });
  useEffect(() => {
    const timer = setTimeout(() => setOver(data), typingShown);
    return () => clearTimeout(timer);
  }, [data]);
  const isFirst = heard.newest === heard.first;
  return Boolean(data) && !isFirst && over !== data && heard.last === last;
}
