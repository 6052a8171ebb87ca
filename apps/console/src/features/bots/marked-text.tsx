import classes from "./phrases.module.css";

type Mark = { entity: string; role?: string | undefined; start: number; end: number };

/** A text in which found entities are marked and named. */
export function MarkedText({ text, marks }: { text: string; marks: readonly Mark[] }) {
  const parts: React.ReactNode[] = [];
  let at = 0;
  for (const mark of marks.toSorted((a, b) => a.start - b.start)) {
    if (mark.start < at) continue;
    parts.push(text.slice(at, mark.start));
    parts.push(
      <mark key={mark.start} className={classes["mark"]}>
        {text.slice(mark.start, mark.end)}
        <small>{mark.role ? `${mark.entity}: ${mark.role}` : mark.entity}</small>
      </mark>,
    );
    at = mark.end;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
