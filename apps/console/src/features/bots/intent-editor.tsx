// One intent: its phrases as a list to add to, paste into, change, mark, move and remove. Every step is saved.
import { intentNameOf, intentPath } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { ErrorState } from "@parley/ui/error-state";
import { notify } from "@parley/ui/notifications";
import { Button, Group, SegmentedControl, Textarea } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { attempt } from "./attempt.ts";
import { FileEditor } from "./file-editor.tsx";
import { useEntityFinds } from "./find-entities.ts";
import { DeleteIntent } from "./delete-intent.tsx";
import { IntentAnswer } from "./intent-answer.tsx";
import { IntentSlots } from "./intent-slots.tsx";
import { PhraseList } from "./phrase-list.tsx";
import { phrasesIn, phrasesOf, withAdded, withChanged, without } from "./phrases.ts";
import { RenameIntent } from "./rename-intent.tsx";
import { useIntentContent } from "./use-intent-content.ts";
import { useReadFile } from "./read-file.ts";
import classes from "./bots.module.css";

type Props = {
  version: VersionData;
  filePath: string;
  /** Where a link led to. */
  line: number | undefined;
  /** Just made: its phrases come next. */
  isNew: boolean;
  hasAnswer: boolean;
  intents: readonly string[];
  onOpen: (filePath: string) => void;
};

const mostMarked = 200;

export function IntentEditor(props: Props) {
  const { version, filePath, line, isNew, hasAnswer, intents, onOpen } = props;
  const { t } = useTranslation("bots");
  const name = intentNameOf(filePath) ?? filePath;
  const [isLeaving, setIsLeaving] = useState(false);
  const { content, isSaving, error, reload, change } = useIntentContent(filePath, isLeaving);
  const readFile = useReadFile();
  const [isText, setIsText] = useState(false);
  const [typed, setTyped] = useState("");
  const [dialog, setDialog] = useState<"rename" | "remove">();
  const phrases = useMemo(() => phrasesOf(content ?? ""), [content]);
  const texts = useMemo(() => phrases.slice(0, mostMarked).map((phrase) => phrase.text), [phrases]);
  const found = useEntityFinds(texts);
  const marks = useMemo(
    () => new Map(texts.map((text, index) => [text, found?.finds[index] ?? []])),
    [texts, found],
  );
  if (error && !isLeaving) return <ErrorState error={error} onRetry={reload} />;
  if (content === undefined) return <p className={classes["muted"]}>{t("files.loading")}</p>;

  const add = async (source: string) => {
    const wanted = phrasesIn(source);
    if (wanted.length === 0) return;
    setTyped("");
    const isDone = await attempt(() => change((now) => withAdded(now, wanted)));
    if (!isDone) setTyped(source);
    else if (wanted.length > 1)
      notify({ tone: "good", message: t("phrases.added", { count: wanted.length }) });
  };
  const move = (moved: readonly string[], target: string) =>
    attempt(async () => {
      await change(
        (now) => without(now, new Set(moved)),
        async () => {
          const other = await readFile(intentPath(target));
          return [
            {
              filePath: other.filePath,
              content: withAdded(other.content, moved),
              basedOnSha256: other.sha256,
            },
          ];
        },
      );
      notify({ tone: "good", message: t("phrases.moved", { count: moved.length, intent: target }) });
    });

  return (
    <div>
      <Group justify="space-between" mb="sm">
        <h2 className={classes["heading"]}>
          {name} <span className={classes["muted"]}>{t("phrases.count", { count: phrases.length })}</span>
          <span className={classes["muted"]} role="status">
            {isSaving && ` · ${t("phrases.saving")}`}
          </span>
        </h2>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t("phrases.view")}
            value={isText ? "text" : "list"}
            onChange={(value) => setIsText(value === "text")}
            data={[
              { value: "list", label: t("phrases.asList") },
              { value: "text", label: t("phrases.asText") },
            ]}
          />
          {!version.isLocked && (
            <>
              <Button size="xs" variant="default" onClick={() => setDialog("rename")}>
                {t("phrases.rename")}
              </Button>
              <Button size="xs" variant="default" onClick={() => setDialog("remove")}>
                {t("delete")}
              </Button>
            </>
          )}
        </Group>
      </Group>
      {hasAnswer && !isLeaving && <IntentAnswer version={version} intent={name} />}
      {!isLeaving && <IntentSlots key={name} version={version} intent={name} />}
      {isText ? (
        <FileEditor version={version} filePath={filePath} line={line} onRemoved={() => onOpen("")} isBare />
      ) : (
        <>
          {!version.isLocked && (
            <Textarea
              aria-label={t("phrases.new")}
              placeholder={t("phrases.newHint")}
              autoFocus={isNew}
              value={typed}
              autosize
              minRows={1}
              maxRows={8}
              mb="sm"
              onChange={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                void add(typed);
              }}
              onPaste={(event) => {
                const pasted = event.clipboardData.getData("text");
                if (phrasesIn(pasted).length < 2) return;
                event.preventDefault();
                void add(`${typed}\n${pasted}`);
              }}
            />
          )}
          <PhraseList
            key={filePath}
            phrases={phrases}
            line={line}
            marks={marks}
            problems={version.validation.isCurrent ? problemsOf(version, filePath) : noProblems}
            isReadOnly={version.isLocked}
            intents={intents.filter((intent) => intent !== name)}
            entities={version.files
              .filter((file) => file.filePath.startsWith("entities/"))
              .map((file) => file.filePath)}
            onChange={(before, after) => attempt(() => change((now) => withChanged(now, before, after)))}
            onRemove={(gone) => attempt(() => change((now) => without(now, new Set(gone))))}
            onMove={move}
          />
        </>
      )}
      {dialog === "rename" && (
        <RenameIntent
          name={name}
          taken={intents}
          drawing={version.drawing}
          onLeaving={setIsLeaving}
          onClose={() => setDialog(undefined)}
          onRenamed={(next) => {
            setDialog(undefined);
            onOpen(intentPath(next));
          }}
        />
      )}
      {dialog === "remove" && (
        <DeleteIntent
          version={version}
          name={name}
          phraseCount={phrases.length}
          onLeaving={setIsLeaving}
          onClose={() => setDialog(undefined)}
          onDeleted={() => {
            setDialog(undefined);
            onOpen("");
          }}
        />
      )}
    </div>
  );
}

const noProblems: ReadonlyMap<number, string> = new Map();

function problemsOf(version: VersionData, filePath: string): Map<number, string> {
  return new Map(
    version.validation.messages.flatMap((message) =>
      message.file === filePath && message.line !== null && message.code.startsWith("utterance")
        ? [[message.line, message.message] as const]
        : [],
    ),
  );
}
