// A classic form as the JSON it stands for: dots nest, "true" and "false" are booleans where they can be.
const forbidden = new Set(["__proto__", "constructor", "prototype"]);

export function readForm(body: string): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(body)) put(result, name.split("."), value);
  return result;
}

function put(target: Record<string, unknown>, path: readonly string[], value: string): void {
  const [key = "", ...rest] = path;
  if (forbidden.has(key) || path.length > 4) return;
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const present = target[key];
  const child: Record<string, unknown> = isPlain(present) ? present : {};
  target[key] = child;
  put(child, rest, value);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
