// The words of files and the passages they stand in, kept in memory while they are asked for (decision 058).
import { sql } from "kysely";
import type { Db } from "#platform/database.ts";

export interface WordIndex {
  /** Positions of passages, ascending. */
  readonly places: ReadonlyMap<string, Int32Array>;
  readonly byInitial: ReadonlyMap<string, readonly string[]>;
  readonly size: number;
}

const mostKept = 5_000_000;
const kept = new Map<string, Promise<WordIndex>>();
const sizes = new Map<string, number>();
let total = 0;

/** One per file, in their order. Keyed by when a file was indexed, so that a new index is read anew. */
export async function wordIndexesOf(
  db: Db,
  files: readonly { readonly id: string; readonly indexedAt: Date | null }[],
): Promise<WordIndex[]> {
  const keys = files.map((file) => `${file.id} ${file.indexedAt?.getTime() ?? 0}`);
  const missing = files.filter((_, at) => !kept.has(keys[at] ?? ""));
  if (missing.length > 0) keep(db, missing, (file) => keys[files.indexOf(file)] ?? "");
  const found = await Promise.all(
    keys.map((key) => {
      const index = kept.get(key) ?? Promise.resolve(emptyIndex);
      // Back to the end of the queue: what is used stays.
      kept.delete(key);
      kept.set(key, index);
      return index;
    }),
  );
  forgetOldest();
  return found;
}

const emptyIndex: WordIndex = { places: new Map(), byInitial: new Map(), size: 0 };

function keep<File extends { readonly id: string }>(
  db: Db,
  files: readonly File[],
  keyOf: (file: File) => string,
): void {
  const read = readIndexes(
    db,
    files.map((file) => file.id),
  );
  for (const file of files) {
    const key = keyOf(file);
    const index = read.then((indexes) => indexes.get(file.id) ?? emptyIndex);
    kept.set(key, index);
    index.then(
      ({ size }) => {
        if (kept.get(key) !== index) return;
        sizes.set(key, size);
        total += size;
      },
      () => kept.delete(key),
    );
  }
}

function forgetOldest(): void {
  for (const key of kept.keys()) {
    if (total <= mostKept) return;
    total -= sizes.get(key) ?? 0;
    sizes.delete(key);
    kept.delete(key);
  }
}

async function readIndexes(db: Db, fileIds: readonly string[]): Promise<Map<string, WordIndex>> {
  const { rows } = await sql<{ fileId: string; lexeme: string; positions: string }>`
    select file_id as "fileId", lexeme, array_to_string(positions, ',') as positions
    from knowledge_terms where file_id = any(${fileIds})`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.fileId)].map(([fileId, words]) => {
      const places = new Map(
        words.map((word) => [word.lexeme, Int32Array.from(word.positions.split(","), Number)]),
      );
      const size = words.length * 8 + [...places.values()].reduce((sum, one) => sum + one.length, 0);
      const byInitial = Map.groupBy(places.keys(), (lexeme) => lexeme.charAt(0));
      return [fileId, { places, byInitial, size }];
    }),
  );
}

/** Whether a word stands in the passage at this position. */
export function standsAt(index: WordIndex, lexeme: string, position: number): boolean {
  const places = index.places.get(lexeme);
  if (!places) return false;
  let [low, high] = [0, places.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = places[middle] ?? 0;
    if (found === position) return true;
    if (found < position) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
