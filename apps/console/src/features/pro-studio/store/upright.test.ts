import { expect, test } from "vitest";
import { upright } from "./upright.ts";

const nodes = ["ask", "yes", "no"].map((id) => ({ id, width: 100, height: 40 }));
const links = [
  { from: "ask", to: "yes" },
  { from: "ask", to: "no" },
];

test("turns a layout over whose branches leave in the wrong order", () => {
  const crossed = [
    { id: "ask", x: 0, y: 50 },
    { id: "yes", x: 200, y: 100 },
    { id: "no", x: 200, y: 0 },
  ];
  const places = new Map(upright(crossed, { nodes, links }).map((place) => [place.id, place.y]));
  expect((places.get("no") ?? 0) - (places.get("yes") ?? 0)).toBe(100);
  expect((places.get("ask") ?? 0) - (places.get("yes") ?? 0)).toBe(50);
});

test("leaves one alone whose branches leave in order", () => {
  const straight = [
    { id: "yes", x: 200, y: 0 },
    { id: "no", x: 200, y: 100 },
  ];
  expect(upright(straight, { nodes, links })).toBe(straight);
});
