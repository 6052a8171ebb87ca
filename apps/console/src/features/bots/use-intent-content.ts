// The content of one file that changes in small steps: each is saved at once, in the order they were made.
import { versionData } from "@parley/bot-data/version";
import { useEffect, useRef, useState } from "react";
import { useReadFile } from "./read-file.ts";
import { useFileChanges, useVersionFile } from "./version-files.ts";

type Known = { content: string; sha256: string };
export type OtherFile = { filePath: string; content: string; basedOnSha256?: string | null };

/** While the file is leaving (renamed or deleted), nobody asks for it any more. */
export function useIntentContent(filePath: string, isLeaving = false) {
  const { file, error, reload } = useVersionFile(isLeaving ? undefined : filePath);
  const { put } = useFileChanges();
  const readFile = useReadFile();
  const [known, setKnown] = useState<Known>();
  const latest = useRef<Known>(undefined);
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const [isSaving, setIsSaving] = useState(false);
  /** What own steps left behind: an answer that was on its way meanwhile may still bring it. */
  const outdated = useRef(new Set<string>());
  useEffect(() => {
    // While steps are on their way their answer is newer than what was read.
    if (!file || waiting.current > 0 || outdated.current.has(file.sha256)) return;
    latest.current = file;
    setKnown(file);
  }, [file]);

  const save = async (before: Known, content: string, others: readonly OtherFile[]) => {
    const answer = await put([{ filePath, content, basedOnSha256: before.sha256 }, ...others]);
    const { files } = versionData.parse(answer.putVersionFiles.data);
    const sha256 = files.find((entry) => entry.filePath === filePath)?.sha256 ?? before.sha256;
    outdated.current.add(before.sha256);
    outdated.current.delete(sha256);
    latest.current = { content, sha256 };
    setKnown(latest.current);
  };

  /** A step that meets somebody else's is made again on top of it. Rejects when it was refused nevertheless. */
  const change = (
    step: (content: string) => string,
    others: () => readonly OtherFile[] | Promise<readonly OtherFile[]> = () => [],
  ): Promise<void> => {
    waiting.current += 1;
    setIsSaving(true);
    const run = async () => {
      const before = latest.current;
      if (!before) return;
      setKnown({ ...before, content: step(before.content) });
      try {
        await save(before, step(before.content), await others());
      } catch {
        await again();
      }
    };
    const again = async () => {
      outdated.current.clear();
      const now = await readFile(filePath);
      latest.current = now;
      try {
        await save(now, step(now.content), await others());
      } catch (reason) {
        setKnown(now);
        throw reason;
      }
    };
    const done = line.current.then(run, run).finally(() => {
      waiting.current -= 1;
      setIsSaving(waiting.current > 0);
    });
    line.current = done.catch(() => undefined);
    return done;
  };
  return { content: known?.content, isSaving, error, reload, change };
}
