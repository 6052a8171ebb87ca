// Replies everybody at the desk can use: written once, chosen while answering.
import { ErrorState } from "@parley/ui/error-state";
import { useFieldErrors } from "@parley/ui/field-errors";
import { notify } from "@parley/ui/notifications";
import { SidePanel } from "@parley/ui/side-panel";
import { Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useChange } from "../../lib/graphql/use-change.ts";
import { useData } from "../../lib/graphql/use-data.ts";
import { deleteReplyMutation, repliesQuery, saveReplyMutation } from "./documents.ts";
import classes from "./desk.module.css";

type Reply = { id: string; title: string; text: string; version: number };
type Props = { projectId: string; isOpen: boolean; onClose: () => void };

export function CannedReplies({ projectId, isOpen, onClose }: Props) {
  const { t } = useTranslation("agent-desk");
  const { data, error, reload } = useData(
    repliesQuery,
    { projectId },
    { types: ["CannedReply"], isPaused: !isOpen },
  );
  const [edited, setEdited] = useState<Reply>();
  const [remove] = useChange(deleteReplyMutation);
  const [save] = useChange(saveReplyMutation);
  const drop = async (reply: Reply) => {
    try {
      await remove({ projectId, id: reply.id });
      reload();
      notify({
        tone: "good",
        message: t("replies.deleted", { title: reply.title }),
        action: {
          label: t("undo"),
          run: () => void save({ projectId, title: reply.title, text: reply.text }).then(reload),
        },
      });
    } catch (reason) {
      notify({ tone: "bad", message: reason instanceof Error ? reason.message : String(reason) });
    }
  };
  return (
    <SidePanel isOpen={isOpen} onClose={onClose} title={t("replies.title")} subtitle={t("replies.hint")}>
      {error && <ErrorState error={error} onRetry={reload} isInline />}
      <ul className={classes["notes"]}>
        {(data?.cannedReplies ?? []).map((reply) => (
          <li key={reply.id}>
            <strong>{reply.title}</strong>
            <p className={classes["words"]}>{reply.text}</p>
            <Group gap="xs" mt="xs">
              <Button size="xs" variant="default" onClick={() => setEdited(reply)}>
                {t("edit")}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={t("replies.delete", { title: reply.title })}
                onClick={() => void drop(reply)}
              >
                {t("delete")}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
      <ReplyForm
        key={edited?.id ?? "new"}
        projectId={projectId}
        reply={edited}
        onDone={() => {
          setEdited(undefined);
          reload();
        }}
      />
    </SidePanel>
  );
}

type FormProps = { projectId: string; reply: Reply | undefined; onDone: () => void };

function ReplyForm({ projectId, reply, onDone }: FormProps) {
  const { t } = useTranslation("agent-desk");
  const errors = useFieldErrors(["title", "text"]);
  const [title, setTitle] = useState(reply?.title ?? "");
  const [text, setText] = useState(reply?.text ?? "");
  const [save, { isBusy }] = useChange(saveReplyMutation);
  const submit = async () => {
    errors.clear();
    try {
      await save({ projectId, title, text, ...(reply && { id: reply.id, version: reply.version }) });
      setTitle("");
      setText("");
      onDone();
    } catch (error) {
      errors.fail(error);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap="sm">
        <h3 className={classes["smallHeading"]}>{reply ? t("replies.edit") : t("replies.new")}</h3>
        <TextInput label={t("replies.titleField")} required {...errors.text("title", title, setTitle)} />
        <Textarea
          label={t("replies.text")}
          required
          autosize
          minRows={3}
          {...errors.text("text", text, setText)}
        />
        {errors.form && <ErrorState error={errors.form} isInline />}
        <Group justify="flex-end">
          {reply && (
            <Button variant="default" onClick={onDone}>
              {t("cancel")}
            </Button>
          )}
          <Button type="submit" loading={isBusy} disabled={title.trim() === "" || text.trim() === ""}>
            {t("replies.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
