// What is known about the visitor and the conversation, and notes that only colleagues see.
import { EnvironmentBadge, environmentNamed } from "@parley/ui/environment-badge";
import { RelativeTime } from "@parley/ui/relative-time";
import { ErrorState } from "@parley/ui/error-state";
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import type { GetDeskConversationQuery } from "../../generated/operations.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useKeptText } from "../../shared/kept-text.ts";
import { languageName } from "../../shared/language-name.ts";
import { noteMutation } from "./documents.ts";
import classes from "./desk.module.css";

type Conversation = GetDeskConversationQuery["conversation"];
type Props = { projectId: string; conversation: Conversation };

const known = z.record(z.string(), z.unknown()).catch({});
const handOffs = z
  .array(z.object({ id: z.string(), skillTag: z.string().nullish(), note: z.string().nullish() }))
  .catch([]);

export function ConversationDetails({ projectId, conversation }: Props) {
  const { t } = useTranslation("agent-desk");
  const identity = Object.entries(known.parse(conversation.visitorIdentity ?? {}));
  const asked = handOffs.parse(conversation.handOffs).at(-1);
  const page = URL.parse(conversation.pageUrl);
  return (
    <aside className={classes["details"]} aria-label={t("details")}>
      <EnvironmentBadge environment={environmentNamed(conversation.environment)} />
      <dl className={classes["facts"]}>
        {identity.map(([name, value]) => (
          <Fact key={name} name={name}>
            {typeof value === "string" ? value : JSON.stringify(value)}
          </Fact>
        ))}
        {asked?.skillTag && <Fact name={t("fact.skill")}>{asked.skillTag}</Fact>}
        {asked?.note && <Fact name={t("fact.note")}>{asked.note}</Fact>}
        <Fact name={t("fact.customer")}>{conversation.customerName}</Fact>
        <Fact name={t("fact.channel")}>
          {[conversation.channelName, conversation.streamName].filter(Boolean).join(" · ")}
        </Fact>
        <Fact name={t("fact.bot")}>
          {conversation.botName ?? "–"}
          {conversation.botVersionNumber !== null &&
            ` ${t("version", { number: conversation.botVersionNumber })}`}
        </Fact>
        <Fact name={t("fact.page")}>{page ? `${page.host}${page.pathname}` : "–"}</Fact>
        <Fact name={t("fact.language")}>{languageName(conversation.language)}</Fact>
        <Fact name={t("fact.started")}>
          <RelativeTime at={conversation.startedAt} />
        </Fact>
      </dl>
      <Notes projectId={projectId} conversation={conversation} />
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Notes({ projectId, conversation }: Props) {
  const { t } = useTranslation("agent-desk");
  const [text, setText] = useKeptText(`note-${conversation.id}`);
  const [error, setError] = useState<{ message: string }>();
  const [add, { isBusy }] = useChange(noteMutation);
  const save = async () => {
    setError(undefined);
    try {
      await add({ projectId, id: conversation.id, text });
      setText("");
    } catch (reason) {
      setError({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 className={classes["smallHeading"]}>{t("notes")}</h3>
      <ul className={classes["notes"]}>
        {conversation.notes.map((note) => (
          <li key={note.id}>
            <span className={classes["muted"]}>
              {note.authorName} <RelativeTime at={note.createdAt} />
            </span>
            <p className={classes["words"]}>{note.text}</p>
          </li>
        ))}
      </ul>
      {error && <ErrorState error={error} isInline />}
      <Textarea
        aria-label={t("newNote")}
        placeholder={t("noteHint")}
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        type="submit"
        size="xs"
        mt="xs"
        variant="default"
        loading={isBusy}
        disabled={text.trim() === ""}
      >
        {t("addNote")}
      </Button>
    </form>
  );
}
