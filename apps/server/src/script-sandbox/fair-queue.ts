// Organisations take turns, so that a hundred waiting scripts of one do not stand before the first of another.
export interface FairQueue<Item> {
  readonly size: number;
  add(owner: string, item: Item): void;
  take(): Item | undefined;
  remove(owner: string, item: Item): boolean;
}

export function createFairQueue<Item>(): FairQueue<Item> {
  // A map remembers insertion order: the first owner is next.
  const lines = new Map<string, Item[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    add: (owner, item) => {
      const line = lines.get(owner);
      if (line === undefined) lines.set(owner, [item]);
      else line.push(item);
      size += 1;
    },
    take: () => {
      const next = lines.entries().next();
      if (next.done === true) return undefined;
      const [owner, line] = next.value;
      const item = line.shift();
      lines.delete(owner);
      if (line.length > 0) lines.set(owner, line);
      size -= 1;
      return item;
    },
    remove: (owner, item) => {
      const line = lines.get(owner);
      const index = line?.indexOf(item) ?? -1;
      if (line === undefined || index === -1) return false;
      line.splice(index, 1);
      if (line.length === 0) lines.delete(owner);
      size -= 1;
      return true;
    },
  };
}
