import { expect, it } from "vitest";
import { boldPieces } from "./bold-words.ts";

const said = (...texts: string[]) =>
  boldPieces(
    texts.map((text) =>
      text.startsWith("#") ? { text: text.slice(1), isMatch: true } : { text, isMatch: false },
    ),
  ).map(({ text, isMatch, isBold }) => `${isMatch ? "#" : ""}${isBold ? `<${text}>` : text}`);

it("bold words stay bold where a match cuts through them, and stars that mean nothing stay stars", () => {
  expect(said("Order **", "#NW", "-20481** is packed")).toEqual([
    "Order ",
    "#<NW>",
    "<-20481>",
    " is packed",
  ]);
  expect(said("Order **NW-20481** is ", "#packed")).toEqual(["Order ", "<NW-20481>", " is ", "#packed"]);
  expect(said("**", "#Now", "** and **", "#then", "**")).toEqual(["#<Now>", " and ", "#<then>"]);
  expect(said("2 ** 3 is ", "#eight")).toEqual(["2 ** 3 is ", "#eight"]);
});

it("an excerpt that begins or ends inside bold words shows them bold", () => {
  expect(said("…", "20", "#481", "** is **", "#packed", "**")).toEqual([
    "…",
    "<20>",
    "#<481>",
    " is ",
    "#<packed>",
  ]);
  expect(said("Order **", "#NW", "-2", "…")).toEqual(["Order ", "#<NW>", "<-2>", "…"]);
});
