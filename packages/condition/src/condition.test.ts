import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkCondition } from "./check.ts";
import { describeCondition } from "./describe.ts";
import { explain, holds } from "./explain.ts";
import { fill, placeholdersIn } from "./fill.ts";
import { operators } from "./operators.ts";
import { pageFacts } from "./page.ts";
import { matchTrigger } from "./triggers.ts";
import type { Condition } from "./types.ts";
import { wildcardMatches } from "./wildcard.ts";

const facts = {
  page: { path: "/Cart/checkout", query: { ref: "mail" } },
  event: { data: { total: 42, tags: ["vip", "new"], ok: true, none: null } },
};

describe("comparisons", () => {
  it.each([
    ["page.path", "equals", "/cart/CHECKOUT", true],
    ["page.path", "contains", "check", true],
    ["page.path", "startsWith", "/cart", true],
    ["page.path", "endsWith", "/cart", false],
    ["page.path", "matches", "/cart/*", true],
    ["page.path", "notMatches", "*admin*", true],
    ["event.data.total", "equals", "42", true],
    ["event.data.total", "greaterThan", 42, false],
    ["event.data.total", "atLeast", "42", true],
    ["event.data.total", "lessThan", 41, false],
    ["event.data.total", "atMost", 42, true],
    ["event.data.tags", "contains", "VIP", true],
    ["event.data.tags", "notContains", "old", true],
    ["page.query.ref", "in", ["ad", "mail"], true],
    ["page.query.ref", "notIn", ["ad"], true],
    ["event.data.ok", "isTrue", undefined, true],
    ["event.data.ok", "isFalse", undefined, false],
    ["event.data.none", "exists", undefined, false],
    ["event.data.missing", "notExists", undefined, true],
    ["event.data.missing", "greaterThan", 0, false],
    ["event.data.missing", "lessThan", 10, false],
    ["event.data.missing", "equals", "", false],
    ["constructor.name", "exists", undefined, false],
    ["page.__proto__", "exists", undefined, false],
    ["page.path.length", "exists", undefined, false],
  ])("%s %s %j is %s", (fact, operator, value, expected) => {
    expect(holds({ fact, operator, value }, facts)).toBe(expected);
  });

  it("look at the case when asked to", () => {
    expect(
      holds({ fact: "page.path", operator: "startsWith", value: "/cart", caseSensitive: true }, facts),
    ).toBe(false);
  });

  it("each have a way to hold", () => {
    expect(Object.keys(operators)).toHaveLength(18);
  });
});

describe("groups", () => {
  const yes: Condition = { fact: "event.data.ok", operator: "isTrue" };
  const no: Condition = { fact: "event.data.ok", operator: "isFalse" };
  it("and, or, not and nothing", () => {
    expect(holds({ all: [yes, no] }, facts)).toBe(false);
    expect(holds({ any: [yes, no] }, facts)).toBe(true);
    expect(holds({ not: no }, facts)).toBe(true);
    expect([holds({}, {}), holds({ all: [] }, {}), holds({ any: [] }, {})]).toEqual([true, true, true]);
  });
  it("are explained part by part, also after the outcome is settled", () => {
    expect(explain({ any: [yes, { all: [no, yes] }] }, facts)).toEqual({
      kind: "any",
      outcome: true,
      parts: [
        { kind: "comparison", outcome: true, fact: "event.data.ok", operator: "isTrue", actual: true },
        {
          kind: "all",
          outcome: false,
          parts: [
            { kind: "comparison", outcome: false, fact: "event.data.ok", operator: "isFalse", actual: true },
            { kind: "comparison", outcome: true, fact: "event.data.ok", operator: "isTrue", actual: true },
          ],
        },
      ],
    });
  });
  it("read aloud", () => {
    const condition = {
      all: [{ fact: "page.path", operator: "startsWith", value: "/a" }, { any: [yes, { not: no }] }],
    };
    expect(describeCondition(condition)).toBe(
      'page.path starts with "/a" and (event.data.ok is true or not (event.data.ok is false))',
    );
  });
});

describe("what is no condition", () => {
  it.each([
    [null, ""],
    [[], ""],
    [{ all: {} }, "all"],
    [{ all: [{}] }, "all.0"],
    [{ all: [], any: [] }, ""],
    [{ fact: "page.path" }, "operator"],
    [{ fact: "a b", operator: "exists" }, "fact"],
    [{ fact: "a", operator: "constructor" }, "operator"],
    [{ fact: "a", operator: "greaterThan", value: "x" }, "value"],
    [{ fact: "a", operator: "in", value: "x" }, "value"],
    [{ fact: "a", operator: "contains", value: "" }, "value"],
    [{ fact: "a", operator: "exists", script: "x" }, "script"],
    [{ all: Array.from({ length: 300 }, () => ({ fact: "a", operator: "exists" })) }, ""],
  ])("%j is refused at %s", (condition, path) => {
    expect(checkCondition(condition)[0]?.path).toBe(path);
  });
  it("is refused when too deep, and a good one is not", () => {
    let deep: unknown = { fact: "a", operator: "exists" };
    for (let level = 0; level < 20; level += 1) deep = { not: deep };
    expect(checkCondition(deep)).toHaveLength(1);
    expect(
      checkCondition({
        any: [{ fact: "a", operator: "exists" }, { not: { fact: "b", operator: "in", value: [1] } }],
      }),
    ).toEqual([]);
    expect(checkCondition({})).toEqual([]);
  });
  it("never makes deciding fail, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.object(),
        fc.object(),
        (condition, any) => typeof holds(condition as Condition, any) === "boolean",
      ),
    );
  });
});

describe("wildcards", () => {
  it("agree with the same pattern as a regular expression", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "."), maxLength: 12 });
    const pattern = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "*"), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (p, t) => {
        const expression = new RegExp(`^${p.replaceAll(/[.]/g, "\\.").replaceAll("*", ".*")}$`);
        return wildcardMatches(p, t) === expression.test(t);
      }),
      { numRuns: 2_000 },
    );
  });
  it("do not hang", () => {
    const start = process.cpuUsage();
    wildcardMatches(`${"*a".repeat(200)}b`, "a".repeat(5_000));
    expect(process.cpuUsage(start).user).toBeLessThan(500_000);
  });
});

describe("placeholders", () => {
  it("are filled as text, alone as the value, and only those asked for", () => {
    const options = {
      a: "{{event.data.total}}",
      b: "Total: {{ event.data.total }} {{nothing}}",
      c: ["{{event.data.tags}}"],
      d: 5,
    };
    expect(fill(options, facts)).toEqual({ a: 42, b: "Total: 42 ", c: [["vip", "new"]], d: 5 });
    expect(fill("{{options.x}} {{event.data.total}}", { options: { x: 1 } }, "options.")).toBe(
      "1 {{event.data.total}}",
    );
    expect(fill("{{event.data.total}}", {}, "options.")).toBe("{{event.data.total}}");
    expect(placeholdersIn(options)).toEqual(["event.data.total", "nothing", "event.data.tags"]);
  });
  it("that were filled in are not filled again", () => {
    expect(fill("{{a}}", { a: "{{b}}", b: "secret" })).toBe("{{b}}");
    expect(fill("x {{a}}", { a: "{{b}}", b: "secret" })).toBe("x {{b}}");
  });
});

describe("triggers", () => {
  const page = { url: "https://shop.example/cart/1", path: "/cart/1" };
  it("look at addresses, and at what happened", () => {
    const view = { kind: "page-view", page };
    expect(matchTrigger("page-view", {}, view).matches).toBe(true);
    expect(matchTrigger("page-view", { urls: ["/cart/*"] }, view).matches).toBe(true);
    expect(
      matchTrigger("page-view", { urls: ["https://shop.example/*"], exceptUrls: ["/cart/1"] }, view).matches,
    ).toBe(false);
    expect(matchTrigger("click", { selector: "#a" }, { kind: "click", page, selector: "#b" }).matches).toBe(
      false,
    );
    expect(
      matchTrigger("time-on-page", { seconds: 30 }, { kind: "time-on-page", page, seconds: 10 }),
    ).toEqual({
      matches: false,
      reason: "It waits for 30 seconds on the page, and there were 10.",
    });
    expect(
      matchTrigger(
        "conversation-message",
        { text: "re*nd" },
        { kind: "conversation-message", message: { text: "My REFUND?" } },
      ).matches,
    ).toBe(true);
    expect(matchTrigger("webhook", {}, view).matches).toBe(false);
  });
  it("know an address by its parts", () => {
    expect(pageFacts("https://a.example:8/x?y=1#z")).toMatchObject({
      origin: "https://a.example:8",
      path: "/x",
      query: { y: "1" },
      host: "a.example",
    });
  });
});
