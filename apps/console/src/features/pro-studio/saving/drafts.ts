// Edits that have not reached the server, kept in this browser: a closed lid or a lost connection loses nothing.
import type { FlowNode } from "@parley/flow";
import type { SavedNode } from "../../../shared/flow/stored-nodes.ts";

export interface DraftEdit {
  /** Null: deleted here. */
  readonly node: FlowNode | null;
  /** The node as the edit found it; null for a new one. */
  readonly base: SavedNode | null;
}

export interface Draft {
  readonly key: string;
  readonly versionId: string;
  readonly at: number;
  readonly edits: readonly DraftEdit[];
}

export interface Drafts {
  readonly write: (draft: Draft) => Promise<void>;
  readonly clear: (key: string) => Promise<void>;
  /** Those of tabs that are gone, newest first. */
  readonly left: (versionId: string) => Promise<readonly Draft[]>;
}

const databaseName = "parley-flow-drafts";
const storeName = "drafts";

export function browserDrafts(ownKey: string): Drafts {
  // Held while the tab lives, so that no other tab takes its draft for a lost one.
  void navigator.locks?.request(lockName(ownKey), () => new Promise(() => undefined));
  return {
    write: (draft) => inStore("readwrite", (store) => store.put(draft)).then(() => undefined),
    clear: (key) => inStore("readwrite", (store) => store.delete(key)).then(() => undefined),
    async left(versionId) {
      const all = await inStore<Draft[]>("readonly", (store) => store.index("versionId").getAll(versionId));
      const locks = await navigator.locks?.query();
      const alive = new Set(locks?.held?.map((lock) => lock.name));
      return all
        .filter((draft) => draft.key !== ownKey && !alive.has(lockName(draft.key)))
        .toSorted((a, b) => b.at - a.at);
    },
  };
}

const lockName = (key: string): string => `parley-flow-${key}`;

let database: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener("upgradeneeded", () => {
      request.result.createObjectStore(storeName, { keyPath: "key" }).createIndex("versionId", "versionId");
    });
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () =>
      reject(request.error ?? new Error("No storage in this browser.")),
    );
  });
  return database;
}

async function inStore<Value>(
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Value> | IDBRequest<IDBValidKey> | IDBRequest<undefined>,
): Promise<Value> {
  const opened = await openDatabase();
  return new Promise((resolve, reject) => {
    const request = ask(opened.transaction(storeName, mode).objectStore(storeName));
    request.addEventListener("success", () => resolve(request.result as Value));
    request.addEventListener("error", () => reject(request.error ?? new Error("The draft was not kept.")));
  });
}
