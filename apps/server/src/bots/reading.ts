// What the files of a version say, as data.
import { entityPath, filePaths, intentNameOf, utterancesOf, type VersionFile } from "@parley/bot-data";

type Text = Pick<VersionFile, "filePath" | "content">;

export function intentsOf(files: readonly Text[]): { name: string; utterances: string[] }[] {
  return files.flatMap((file) => {
    const name = intentNameOf(file.filePath);
    return name === undefined
      ? []
      : [{ name, utterances: utterancesOf(file.content).map(({ text }) => text) }];
  });
}

/** Files that are no JSON are left out here; validation names them. */
export function entitiesOf(files: readonly Text[]): Record<string, unknown>[] {
  return files.flatMap((file) => {
    if (!file.filePath.startsWith(filePaths.entities)) return [];
    const parsed = jsonOf(file.content);
    if (typeof parsed !== "object" || parsed === null) return [];
    return [{ ...parsed, name: file.filePath.slice(filePaths.entities.length, -".json".length) }];
  });
}

export function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

export function entityFile(name: string, definition: Record<string, unknown>) {
  return { filePath: entityPath(name), content: `${JSON.stringify(definition, null, 2)}\n` };
}

/** Only what differs, by path; null where a side has no such file. */
export function compareFiles(before: readonly VersionFile[], after: readonly VersionFile[]) {
  const [old, now] = [byPath(before), byPath(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .toSorted()
    .filter((path) => old.get(path)?.sha256 !== now.get(path)?.sha256)
    .map((filePath) => ({
      filePath,
      before: old.get(filePath)?.content ?? null,
      after: now.get(filePath)?.content ?? null,
    }));
}

function byPath(files: readonly VersionFile[]): Map<string, VersionFile> {
  return new Map(files.map((file) => [file.filePath, file]));
}
