import classes from "./applets.module.css";

/** Values by the name a condition or a placeholder calls them; only what is too deep or too much is written as JSON. */
export function Fields({ value }: { value: unknown }) {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object" || Array.isArray(value))
    return <pre className={classes["json"]}>{written(value)}</pre>;
  const entries = Object.entries(value)
    .filter(([, inner]) => !Array.isArray(inner) || inner.length > 0)
    .flatMap(([name, inner]) => named(name, inner, 1));
  if (entries.length === 0) return null;
  return (
    <dl className={classes["fields"]}>
      {entries.map(([name, inner]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{isLong(inner) ? <pre className={classes["json"]}>{written(inner)}</pre> : written(inner)}</dd>
        </div>
      ))}
    </dl>
  );
}

const deepest = 4;
const mostInside = 20;

function named(name: string, value: unknown, depth: number): [string, unknown][] {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return [[name, value]];
  const inside = Object.entries(value);
  if (inside.length === 0 || inside.length > mostInside || depth === deepest) return [[name, value]];
  return inside.flatMap(([key, inner]) => named(`${name}.${key}`, inner, depth + 1));
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function isLong(value: unknown): boolean {
  return value !== null && typeof value === "object";
}
