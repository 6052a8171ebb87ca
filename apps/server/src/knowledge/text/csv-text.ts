import { parseCsv } from "./csv.ts";

/** Every row as "column: value" lines, so that a passage makes sense by itself. */
export function csvText(text: string): string {
  const [names, ...rows] = parseCsv(text);
  if (!names) return "";
  return rows
    .map((row) =>
      row
        .map((value, index) => [names[index]?.trim() ?? "", value.trim()] as const)
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (name === "" ? value : `${name}: ${value}`))
        .join("\n"),
    )
    .join("\n\n");
}
