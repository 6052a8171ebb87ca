// What an author wrote, read without trust.
export type Data = Record<string, unknown>;

export const text = (data: Data, key: string) => (typeof data[key] === "string" ? String(data[key]) : "");
export const list = (data: Data, key: string): Data[] =>
  Array.isArray(data[key])
    ? data[key].filter((item): item is Data => item !== null && typeof item === "object")
    : [];
