import classes from "./applets.module.css";

/** Values by name, for people: nested ones are written as JSON. */
export function Fields({ value }: { value: unknown }) {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object" || Array.isArray(value))
    return <pre className={classes["json"]}>{written(value)}</pre>;
  const entries = Object.entries(value).filter(([, inner]) => !Array.isArray(inner) || inner.length > 0);
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

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function isLong(value: unknown): boolean {
  return value !== null && typeof value === "object";
}
