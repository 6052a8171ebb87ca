import { expect, it } from "vitest";
import { nextVersion } from "./next-version.ts";

it.each([
  [undefined, "1.0.0"],
  ["1.4.2", "1.5.0"],
  ["0.1.0", "0.2.0"],
  ["2.0.0-beta.1", "2.0.0"],
])("after %s comes %s", (version, next) => {
  expect(nextVersion(version)).toBe(next);
});
