// What a question-and-answer bot says to an intent.
import { answerPath } from "@parley/bot-data/files";
import type { VersionData } from "@parley/bot-data/version";
import { Button, Group, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { attempt } from "./attempt.ts";
import { useFileChanges, useVersionFile } from "./version-files.ts";

export function IntentAnswer({ version, intent }: { version: VersionData; intent: string }) {
  const { t } = useTranslation("bots");
  const path = answerPath(intent);
  const isThere = version.files.some((file) => file.filePath === path);
  const { file } = useVersionFile(isThere ? path : undefined);
  const changes = useFileChanges();
  const [typed, setTyped] = useState<string>();
  const stored = file?.content.trimEnd() ?? "";
  const isDirty = typed !== undefined && typed.trim() !== stored;
  const save = () =>
    attempt(async () => {
      if (typed?.trim() === "") await changes.remove([path]);
      else
        await changes.put([
          { filePath: path, content: `${typed?.trim()}\n`, basedOnSha256: file?.sha256 ?? null },
        ]);
      setTyped(undefined);
    });
  return (
    <Group align="flex-end" mb="md" wrap="nowrap">
      <Textarea
        label={t("answer.label")}
        description={t("answer.hint")}
        value={typed ?? stored}
        readOnly={version.isLocked}
        autosize
        minRows={2}
        maxRows={10}
        flex={1}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isDirty && (
        <Button loading={changes.isBusy} onClick={() => void save()}>
          {t("answer.save")}
        </Button>
      )}
    </Group>
  );
}
