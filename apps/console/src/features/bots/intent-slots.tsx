// What an intent wants to know before the conversation goes on (decision 150).
import { builtInKinds } from "@parley/bot-data/entity";
import { entityPath, slotPath } from "@parley/bot-data/files";
import type { SlotEntry } from "@parley/bot-data/slot";
import type { VersionData } from "@parley/bot-data/version";
import { ErrorState } from "@parley/ui/error-state";
import { Button, Group, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { attempt } from "./attempt.ts";
import { entityNameOf, entityText } from "./entity-drafts.ts";
import { emptySlot, readSlots, slotsText } from "./slot-drafts.ts";
import { SlotRow } from "./slot-row.tsx";
import { useFileChanges, useVersionFile } from "./version-files.ts";
import classes from "./bots.module.css";
import phraseClasses from "./phrases.module.css";

export function IntentSlots({ version, intent }: { version: VersionData; intent: string }) {
  const { t } = useTranslation("bots");
  const path = slotPath(intent);
  const isThere = version.files.some((file) => file.filePath === path);
  const { file, error, reload } = useVersionFile(isThere ? path : undefined);
  const changes = useFileChanges();
  const [edited, setEdited] = useState<SlotEntry[]>();
  const box = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const isWanted = hash === "#slots";
  useEffect(() => {
    if (isWanted) box.current?.scrollIntoView({ block: "start" });
  }, [isWanted, isThere]);
  if (error) return <ErrorState error={error} onRetry={reload} isInline />;
  if (isThere && !file) return null;
  const stored = file ? readSlots(file.content) : [];
  const isReadOnly = version.isLocked;
  const slots = edited ?? stored ?? [];
  if (isReadOnly && slots.length === 0) return null;
  const isDirty = edited !== undefined && slotsText(edited) !== slotsText(stored ?? []);
  const known = version.files
    .filter((one) => one.filePath.startsWith("entities/"))
    .map((one) => entityNameOf(one.filePath));
  const problems = version.validation.isCurrent
    ? version.validation.messages.filter((message) => message.file === path)
    : [];

  const save = () =>
    attempt(async () => {
      // A built-in kind becomes an entity of the version with its first use.
      const fresh = builtInKinds.filter(
        (kind) => !known.includes(kind) && slots.some((slot) => slot.entity === kind),
      );
      if (slots.length === 0) await changes.remove([path]);
      else
        await changes.put([
          { filePath: path, content: slotsText(slots), basedOnSha256: file?.sha256 ?? null },
          ...fresh.map((kind) => ({
            filePath: entityPath(kind),
            content: entityText({ type: "builtin", kind }),
            basedOnSha256: null,
          })),
        ]);
      setEdited(undefined);
    });

  return (
    <section ref={box} className={phraseClasses["slots"]} aria-label={t("slots.title")}>
      <h3 className={classes["subheading"]}>{t("slots.title")}</h3>
      <p className={classes["muted"]}>{t("slots.hint")}</p>
      {!stored && <p className={classes["problem"]}>{t("slots.unreadable", { path })}</p>}
      <Stack gap="sm" mt="xs">
        {slots.map((slot, index) => (
          <SlotRow
            // Slots have no name of their own while they are written.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            slot={slot}
            entities={known}
            isReadOnly={isReadOnly}
            onChange={(next) => setEdited(slots.with(index, next))}
            onRemove={() => setEdited(slots.toSpliced(index, 1))}
          />
        ))}
        {problems.map((problem) => (
          <p key={`${problem.code} ${problem.line}`} className={classes["problem"]}>
            {problem.message}
          </p>
        ))}
      </Stack>
      {!isReadOnly && stored && (
        <Group gap="xs" mt="xs">
          <Button
            size="xs"
            variant="default"
            onClick={() => setEdited([...slots, emptySlot(slots, known[0])])}
          >
            {t("slots.add")}
          </Button>
          {isDirty && (
            <>
              <Button
                size="xs"
                loading={changes.isBusy}
                disabled={slots.some((slot) => slot.name === "")}
                onClick={() => void save()}
              >
                {t("slots.save")}
              </Button>
              <Button size="xs" variant="subtle" color="gray" onClick={() => setEdited(undefined)}>
                {t("slots.discard")}
              </Button>
            </>
          )}
        </Group>
      )}
    </section>
  );
}
