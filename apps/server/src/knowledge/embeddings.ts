// Vectors of meaning, where a credential offers them. Stored at unit length; compared in this process, because
// PostgreSQL has no index for them without an extension that cannot be assumed (decision 058).
import { embedMany } from "ai";
import { type CredentialRow, embeddingModelOf } from "#domains/llm";
import type { Db } from "#platform/database.ts";
import type { Services } from "../context.ts";

const batch = 96;

export async function embedTexts(
  services: Pick<Services, "outgoing" | "secrets">,
  credential: CredentialRow,
  texts: readonly string[],
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<Float32Array[] | undefined> {
  const model = embeddingModelOf(services, credential, options.timeoutMs);
  if (!model) return undefined;
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += batch) {
    const { embeddings } = await embedMany({
      model,
      values: texts.slice(at, at + batch),
      maxRetries: 0,
      ...(options.signal && { abortSignal: options.signal }),
    });
    vectors.push(...embeddings.map(toUnit));
  }
  return vectors;
}

function toUnit(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (value) => value / length);
}

export interface FileVectors {
  readonly chunkIds: readonly string[];
  readonly vectors: readonly Float32Array[];
}

const maxKeptVectors = 200_000;
const kept = new Map<string, FileVectors>();
let keptVectors = 0;

/** Keyed by when the file was indexed, so that a new index is read anew. */
export async function vectorsOf(db: Db, fileId: string, indexedAt: Date | null): Promise<FileVectors> {
  const key = `${fileId} ${indexedAt?.getTime() ?? 0}`;
  const known = kept.get(key);
  if (known) {
    // Back to the end of the queue: what is used stays.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const rows = await db
    .selectFrom("knowledge_chunks")
    .select(["id", "embedding"])
    .where("file_id", "=", fileId)
    .where("embedding", "is not", null)
    .execute();
  // Somebody else may have read them meanwhile: kept twice they would be counted twice, and given up once.
  const other = kept.get(key);
  if (other) return other;
  const found = {
    chunkIds: rows.map((row) => row.id),
    vectors: rows.map((row) => Float32Array.from(row.embedding ?? [])),
  };
  for (const [oldest, old] of kept) {
    if (keptVectors + weightOf(found) <= maxKeptVectors) break;
    kept.delete(oldest);
    keptVectors -= weightOf(old);
  }
  kept.set(key, found);
  keptVectors += weightOf(found);
  return found;
}

/** A file without vectors takes a place, too. */
function weightOf({ vectors }: FileVectors): number {
  return vectors.length + 1;
}

export function cosine(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
