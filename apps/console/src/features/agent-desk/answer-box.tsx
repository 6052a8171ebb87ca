// Where a person writes to the visitor. Nothing typed is lost when sending fails.
import { ErrorState } from "@parley/ui/error-state";
import { Button, FileButton, Group, Menu, Textarea } from "@mantine/core";
import { IconMessage2Bolt, IconPaperclip } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { answerMutation, repliesQuery, sendFileMutation, typingMutation } from "./documents.ts";
import { newMessageId, useDraft } from "./use-draft.ts";
import classes from "./desk.module.css";

const typingEvery = 3_000;
const maxFileBytes = 10 * 1024 * 1024;

export function AnswerBox({ projectId, id }: { projectId: string; id: string }) {
  const { t } = useTranslation("agent-desk");
  const { draft, write: setText, sent } = useDraft(id);
  const [error, setError] = useState<{ message: string }>();
  const [answer, { isBusy }] = useChange(answerMutation);
  const [sendFile, sendingFile] = useChange(sendFileMutation);
  const [tell] = useChange(typingMutation);
  const toldAt = useRef(0);
  const boxRef = useRef<HTMLTextAreaElement>(null);
  const { data } = useData(repliesQuery, { projectId }, { types: ["CannedReply"] });
  const replies = data?.cannedReplies ?? [];

  const send = async () => {
    const text = draft.text.trim();
    if (text === "" || isBusy) return;
    setError(undefined);
    try {
      await answer({ projectId, id, text, clientMessageId: draft.messageId });
      sent(draft);
    } catch (reason) {
      setError({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  const attach = async (file: File | null) => {
    if (!file) return;
    setError(undefined);
    if (file.size > maxFileBytes) return setError({ message: t("fileTooLarge", { name: file.name }) });
    try {
      await sendFile({ projectId, id, file, clientMessageId: newMessageId() });
    } catch (reason) {
      setError({ message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  const write = (text: string) => {
    setText(text);
    if (Date.now() - toldAt.current < typingEvery || text.trim() === "") return;
    toldAt.current = Date.now();
    tell({ projectId, id }).catch(() => undefined);
  };
  return (
    <form
      className={classes["answer"]}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {error && <ErrorState error={error} isInline />}
      <Textarea
        ref={boxRef}
        aria-label={t("answer")}
        placeholder={t("answerHint")}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4000}
        dir="auto"
        value={draft.text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void send();
        }}
      />
      <Group justify="space-between" mt="xs">
        <Group gap="xs">
          <Menu position="top-start">
            <Menu.Target>
              <Button size="xs" variant="default" leftSection={<IconMessage2Bolt size={14} />}>
                {t("replies.use")}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {replies.length === 0 && <Menu.Label>{t("replies.none")}</Menu.Label>}
              {replies.map((reply) => (
                <Menu.Item
                  key={reply.id}
                  onClick={() => {
                    write(draft.text === "" ? reply.text : `${draft.text}\n${reply.text}`);
                    boxRef.current?.focus();
                  }}
                >
                  {reply.title}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
          <FileButton onChange={(file) => void attach(file)}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                loading={sendingFile.isBusy}
                leftSection={<IconPaperclip size={14} aria-hidden />}
              >
                {t("sendFile")}
              </Button>
            )}
          </FileButton>
        </Group>
        <Button type="submit" size="xs" loading={isBusy} disabled={draft.text.trim() === ""}>
          {t("send")}
        </Button>
      </Group>
    </form>
  );
}
