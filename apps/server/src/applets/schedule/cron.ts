// Five fields as cron knows them: minute, hour, day of month, month, day of week. Lists, ranges, steps and names.
export interface Cron {
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  readonly weekdays: ReadonlySet<number>;
  /** When both days are limited, either may match; that is what cron does. */
  readonly isDayLimited: boolean;
  readonly isWeekdayLimited: boolean;
}

const monthNames = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const dayNames = "sun mon tue wed thu fri sat".split(" ");

const fields = [
  { name: "minute", least: 0, most: 59, names: [] },
  { name: "hour", least: 0, most: 23, names: [] },
  { name: "day of month", least: 1, most: 31, names: [] },
  { name: "month", least: 1, most: 12, names: monthNames },
  { name: "day of week", least: 0, most: 7, names: dayNames },
] as const;

export function parseCron(text: string): Cron | { readonly problem: string } {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== 5) {
    return {
      problem:
        "Write five parts: minute, hour, day of month, month, day of week. 0 9 * * 1-5 is every working day at nine.",
    };
  }
  const sets: Set<number>[] = [];
  for (const [index, field] of fields.entries()) {
    const values = parseField(parts[index] ?? "", field);
    if (typeof values === "string") return { problem: values };
    sets.push(values);
  }
  const [minutes, hours, days, months, weekdays] = sets;
  if (!minutes || !hours || !days || !months || !weekdays) return { problem: "A part is missing." };
  if (weekdays.has(7)) weekdays.add(0);
  return {
    minutes: [...minutes].toSorted((a, b) => a - b),
    hours: [...hours].toSorted((a, b) => a - b),
    days,
    months,
    weekdays,
    isDayLimited: !parts[2]?.startsWith("*"),
    isWeekdayLimited: !parts[4]?.startsWith("*"),
  };
}

function parseField(text: string, field: (typeof fields)[number]): Set<number> | string {
  const values = new Set<number>();
  const wrong = `The ${field.name} “${text.slice(0, 40)}” cannot be read.`;
  for (const item of text.toLowerCase().split(",")) {
    const match = /^(\*|[a-z0-9]+(?:-[a-z0-9]+)?)(?:\/(\d{1,3}))?$/.exec(item);
    const [, range = "", stepText] = match ?? [];
    if (!match) return wrong;
    const step = stepText === undefined ? 1 : Number(stepText);
    if (step === 0) return wrong;
    const [firstText = "", lastText] = range.split("-");
    const first = range === "*" ? field.least : numberOf(firstText, field);
    const last =
      range === "*" || (lastText === undefined && stepText !== undefined)
        ? field.most
        : numberOf(lastText ?? firstText, field);
    if (first === undefined || last === undefined || first > last) return wrong;
    for (let value = first; value <= last; value += step) values.add(value);
  }
  return values;
}

function numberOf(text: string, field: (typeof fields)[number]): number | undefined {
  const names: readonly string[] = field.names;
  const named = names.indexOf(text.slice(0, 3));
  if (named >= 0 && text.length >= 3 && /^[a-z]+$/.test(text))
    return named + (field.name === "month" ? 1 : 0);
  if (!/^\d{1,2}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= field.least && value <= field.most ? value : undefined;
}
