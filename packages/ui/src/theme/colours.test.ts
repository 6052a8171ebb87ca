// Reads the colour file and holds every pair of text and ground to WCAG AA.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "colours.css"), "utf8");
const grounds = ["page", "surface", "raised", "rail", "hover", "selected"];
const hues = ["gray", "red", "orange", "yellow", "green", "teal", "blue", "violet"];

describe.each(["light", "dark"])("in %s colours", (scheme) => {
  const colours = coloursOf(scheme);
  const ratio = (text: string, ground: string) => contrast(colours[text], colours[ground]);

  test.each(grounds)("text reads on %s", (ground) => {
    expect(ratio("parley-text", `parley-${ground}`)).toBeGreaterThanOrEqual(7);
    expect(ratio("parley-muted", `parley-${ground}`)).toBeGreaterThanOrEqual(4.5);
    expect(ratio("parley-accent", `parley-${ground}`)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(hues)("%s reads filled, light and as text", (hue) => {
    const name = (part: string) => `mantine-color-${hue}-${part}`;
    expect(ratio(name("on-filled"), name("filled"))).toBeGreaterThanOrEqual(4.5);
    expect(ratio(name("on-filled"), name("filled-hover"))).toBeGreaterThanOrEqual(4.5);
    expect(ratio(name("light-color"), name("light"))).toBeGreaterThanOrEqual(4.5);
    expect(ratio(name("light-color"), name("light-hover"))).toBeGreaterThanOrEqual(4.5);
    expect(ratio(name("text"), "parley-page")).toBeGreaterThanOrEqual(4.5);
    expect(ratio(name("text"), "parley-surface")).toBeGreaterThanOrEqual(4.5);
  });

  test("placeholders, disabled words and changed text read", () => {
    expect(ratio("parley-placeholder", "parley-surface")).toBeGreaterThanOrEqual(4.5);
    expect(ratio("parley-disabled-text", "parley-disabled")).toBeGreaterThanOrEqual(4.2);
    expect(ratio("parley-text", "parley-added")).toBeGreaterThanOrEqual(4.5);
    expect(ratio("parley-text", "parley-removed")).toBeGreaterThanOrEqual(4.5);
  });

  test.each(hues)("connections of a flow can be seen through a group that is %s", (hue) => {
    const share = Number(/--parley-group-tint: (\d+)%/u.exec(blockOf(scheme))?.[1]) / 100;
    const tint = partsOf(colours[`mantine-color-${hue}-light`]);
    const through = (name: string) =>
      hexOf(partsOf(colours[name]).map((part, i) => part * (1 - share) + (tint[i] ?? Number.NaN) * share));
    expect(contrast(through("parley-muted"), through("parley-page"))).toBeGreaterThanOrEqual(2.8);
  });

  test("the edges of controls and the focus ring can be seen", () => {
    expect(ratio("parley-control-line", "parley-surface")).toBeGreaterThanOrEqual(3);
    expect(ratio("parley-focus", "parley-page")).toBeGreaterThanOrEqual(3);
  });
});

function blockOf(scheme: string): string {
  return css.split(`data-mantine-color-scheme="${scheme}"`)[1]?.split("\n}")[0] ?? "";
}

function partsOf(hex = ""): number[] {
  return [1, 3, 5].map((place) => Number.parseInt(hex.slice(place, place + 2), 16));
}

function hexOf(parts: readonly number[]): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

function coloursOf(scheme: string): Record<string, string> {
  return Object.fromEntries(
    [...blockOf(scheme).matchAll(/--([\w-]+): (#[0-9a-f]{6});/gu)].map(([, name, value]) => [name, value]),
  );
}

function contrast(one: string | undefined, other: string | undefined): number {
  if (!one || !other) throw new Error("A colour is missing from colours.css.");
  const [dark, bright] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(hex).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
