import { expect, test } from "vitest";
import { typedBy } from "./early-keys.ts";

const typed = (...keys: (string | { key: string; with: "ctrl" | "altGr" })[]) =>
  keys.reduce<string>((text, pressed) => {
    const { key, with: held } = typeof pressed === "string" ? { key: pressed, with: undefined } : pressed;
    const change = typedBy({
      key,
      // Browsers report AltGr as Ctrl held as well.
      ctrlKey: held !== undefined,
      metaKey: false,
      getModifierState: (name) => name === "AltGraph" && held === "altGr",
    });
    return change ? change(text) : text;
  }, "");

test("keeps letters as a field would", () => {
  expect(typed("b", "o", "x", "Backspace", "t", " ", "Ü", "🙂")).toBe("bot Ü🙂");
  expect(typed("Backspace", "a", "Backspace", "Backspace")).toBe("");
});

test("keeps what AltGr writes, and neither chords nor other keys", () => {
  expect(typed({ key: "@", with: "altGr" }, { key: "a", with: "ctrl" }, "Enter", "ArrowDown", "Tab")).toBe(
    "@",
  );
});
