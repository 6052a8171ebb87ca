// The content of one file that changes in small steps: each is saved at once, in the order they were made.
import { versionData } from "@parley/bot-data/version";
import { useEffect, useRef, useState } from "react";
import { useFileChanges, useVersionFile } from "./version-files.ts";

type Known = { content: string; sha256: string };
export type OtherFile = { filePath: string; content: string; basedOnSha256?: string | null };

export function useIntentContent(filePath: string) {
  const { file, error, reload } = useVersionFile(filePath);
  const { put } = useFileChanges();
  const [known, setKnown] = useState<Known>();
  const latest = useRef<Known>(undefined);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  useEffect(() => {
    // While steps are on their way their answer is newer than what was read.
    if (!file || waiting.current > 0) return;
    latest.current = file;
    setKnown(file);
  }, [file]);

  /** Rejects when the step was refused; what is stored is then read again. */
  const change = (step: (content: string) => string, others: () => OtherFile[] = () => []): Promise<void> => {
    waiting.current += 1;
    const run = async () => {
      const before = latest.current;
      if (!before) return;
      const content = step(before.content);
      const files = [{ filePath, content, basedOnSha256: before.sha256 }, ...others()];
      try {
        setKnown({ ...before, content });
        const answer = await put(files);
        const stored = versionData
          .parse(answer.putVersionFiles.data)
          .files.find((entry) => entry.filePath === filePath);
        latest.current = { content, sha256: stored?.sha256 ?? before.sha256 };
        setKnown(latest.current);
      } catch (reason) {
        setKnown(before);
        reload();
        throw reason;
      }
    };
    const done = line.current.then(run, run).finally(() => {
      waiting.current -= 1;
    });
    line.current = done.catch(() => undefined);
    return done;
  };
  return { content: known?.content, error, reload, change };
}
