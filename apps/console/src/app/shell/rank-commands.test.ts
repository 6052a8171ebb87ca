import { expect, test } from "vitest";
import { rankCommands } from "./rank-commands.ts";

const command = (group: string, label: string, keywords = "") => ({
  id: label,
  group,
  label,
  keywords,
  run: () => undefined,
});
const commands = [
  command("Go to", "Home"),
  command("Go to", "Audit log"),
  command("Projects", "Homeware shop"),
  command("Projects", "Log book"),
  command("Actions", "Sign out", "log out leave"),
];
const found = (query: string) => rankCommands(commands, query).map(({ label }) => label);

test.each([
  ["", ["Home", "Audit log", "Homeware shop", "Log book", "Sign out"]],
  ["home", ["Home", "Homeware shop"]],
  ["log", ["Log book", "Audit log", "Sign out"]],
  ["leave", ["Sign out"]],
  ["projects book", ["Log book"]],
  ["zebra", []],
])("“%s” finds the best first", (query, expected) => {
  expect(found(query)).toEqual(expected);
});
