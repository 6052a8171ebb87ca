import { expect, it } from "vitest";
import { scalars } from "./scalars.ts";

it.each([
  ["2026-11-15 09:30:00.123456+00", "2026-11-15T09:30:00.123Z"],
  ["2026-11-15 09:30:00+00", "2026-11-15T09:30:00.000Z"],
  ["2026-11-15 11:30:00.5+02", "2026-11-15T09:30:00.500Z"],
  ["2026-11-15T09:30:00.123Z", "2026-11-15T09:30:00.123Z"],
  [new Date(Date.UTC(2026, 10, 15, 9, 30)), "2026-11-15T09:30:00.000Z"],
])("tells the time %s", (value, told) => {
  expect(scalars.DateTime.serialize(value)).toBe(told);
});
