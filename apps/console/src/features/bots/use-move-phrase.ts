import { intentPath } from "@parley/bot-data/files";
import { notify } from "@parley/ui/notifications";
import { useTranslation } from "react-i18next";
import { attempt } from "./attempt.ts";
import { withAdded, without } from "./phrases.ts";
import { useReadFile } from "./read-file.ts";
import { useFileChanges } from "./version-files.ts";

/** Takes a phrase out of an intent, and into another when one is given, in one step. */
export function useMovePhrase() {
  const { t } = useTranslation("bots");
  const readFile = useReadFile();
  const { put } = useFileChanges();
  return (text: string, from: string, to?: string) =>
    attempt(async () => {
      const source = await readFile(intentPath(from));
      const target = to === undefined ? undefined : await readFile(intentPath(to));
      await put([
        {
          filePath: source.filePath,
          content: without(source.content, new Set([text])),
          basedOnSha256: source.sha256,
        },
        ...(target
          ? [
              {
                filePath: target.filePath,
                content: withAdded(target.content, [text]),
                basedOnSha256: target.sha256,
              },
            ]
          : []),
      ]);
      const message =
        to === undefined
          ? t("quality.removed", { text, intent: from })
          : t("quality.moved", { text, intent: to });
      notify({ tone: "good", message });
    });
}
