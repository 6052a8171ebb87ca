import fc from "fast-check";
import { expect, test } from "vitest";
import { normalise } from "./normalise.ts";
import { tokenise, tokenSpans } from "./tokens.ts";

const tokensOf = (text: string) => tokenise(normalise(text));

test.each([
  ["Don't PANIC!", ["dont", "panic", "!"]],
  ["Café Zürich", ["cafe", "zurich"]],
  ["don’t", ["dont"]],
  ["我丢了卡", ["我", "丢", "了", "卡"]],
  ["บัตรหาย", ["บั", "ต", "ร", "ห", "า", "ย"]],
  ["카드를 잃어버렸어요", ["카드를", "잃어버렸어요"]],
  ["मेरा कार्ड खो गया", ["मेरा", "कार्ड", "खो", "गया"]],
  ["السَّلامُ عليكم", ["السلام", "عليكم"]],
  ["👍🏽 ok 👩‍👩‍👧", ["👍🏽", "ok", "👩‍👩‍👧"]],
  ["🇩🇪 or 🇫🇷?", ["🇩🇪", "or", "🇫🇷", "?"]],
  ["Ｆｕｌｌ width １２", ["full", "width", "12"]],
  ["", []],
  ["…—", []],
])("%s becomes its words", (text, expected) => {
  expect(tokensOf(text)).toEqual(expected);
});

test("places of tokens point into the text as written", () => {
  const text = "Ünter den Linden, don’t 我丢";
  const spans = tokenSpans(text);
  expect(spans.map((span) => text.slice(span.start, span.end))).toEqual([
    "Ünter",
    "den",
    "Linden",
    "don’t",
    "我",
    "丢",
  ]);
  expect(spans.map((span) => span.text)).toEqual(["unter", "den", "linden", "dont", "我", "丢"]);
});

test("any text can be split, and splitting twice is the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const tokens = tokensOf(text);
      expect(tokensOf(text)).toEqual(tokens);
      for (const token of tokens) expect(token).not.toMatch(/\s/);
      let end = 0;
      for (const span of tokenSpans(text)) {
        expect(span.start).toBeGreaterThanOrEqual(end);
        end = span.end;
      }
    }),
  );
});
