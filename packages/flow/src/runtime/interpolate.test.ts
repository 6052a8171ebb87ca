import { describe, expect, test } from "vitest";
import { interpolate, interpolateUrl, interpolateValue, variablesIn } from "./interpolate.ts";

const variables = {
  name: "Ada",
  zero: 0,
  no: false,
  order: { items: [{ sku: "A1" }], total: 9 },
  empty: "",
  brace: "{{name}}",
};

describe("interpolate", () => {
  test.each([
    ["Hello {{name}}", "Hello Ada"],
    ["{{ name }} {{zero}} {{no}}", "Ada 0 false"],
    ["{{order.items.0.sku}} {{order.total}}", "A1 9"],
    ["{{order.items}}", '[{"sku":"A1"}]'],
    ["Hi {{nickname|friend}} {{empty|nobody}}", "Hi friend nobody"],
    ["Hi {{nickname}}!", "Hi !"],
    ["{{__proto__}}{{constructor.name}}{{order.constructor}}{{name.length}}", ""],
    ["{{brace}}", "{{name}}"],
    ["{{name", "{{name"],
    ["$& {{name}} $1", "$& Ada $1"],
  ])("%s gives %s", (template, text) => {
    expect(interpolate(template, variables)).toBe(text);
  });

  test("tells which variables have no value", () => {
    const missing: string[] = [];
    interpolate("{{a}} {{b|x}} {{name}} {{order.c}}", variables, (name) => missing.push(name));
    expect(missing).toEqual(["a", "order.c"]);
  });

  test("a lone placeholder keeps the kind of value it stands for", () => {
    const filled = interpolateValue({ total: "{{order.total}}", list: ["{{no}}", "{{name}}s"] }, variables);
    expect(filled).toEqual({ total: 9, list: [false, "Adas"] });
  });

  test("values in an address cannot change its path or query", () => {
    const words = { q: "a&b=c/../d?x#y", host: "https://api.example.com" };
    expect(interpolateUrl("{{host}}/find/{{q}}?q={{q}}", words)).toBe(
      "https://api.example.com/find/a%26b%3Dc%2F..%2Fd%3Fx%23y?q=a%26b%3Dc%2F..%2Fd%3Fx%23y",
    );
  });

  test("what one filling produces is bounded", () => {
    const big = { x: "x".repeat(90_000) };
    expect(interpolate("{{x}}".repeat(1_000), big).length).toBeLessThan(300_000);
    const filled = interpolateValue(
      Array.from({ length: 1_000 }, () => "{{x}}"),
      big,
    );
    expect(JSON.stringify(filled).length).toBeLessThan(300_000);
  });

  test("lists the variables a text reads", () => {
    expect(variablesIn("{{a.b}} {{ c |d}} {{e")).toEqual(["a", "c"]);
  });
});
