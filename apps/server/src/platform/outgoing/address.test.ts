import { expect, test } from "vitest";
import { isPublicAddress } from "./address.ts";
import { createAllowList } from "./allow-list.ts";

test.each([
  "1.1.1.1",
  "93.184.216.34",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "192.167.0.1",
  "223.255.255.255",
  "2606:4700::1111",
  "2a00:1450:4001::200e",
  "::ffff:1.1.1.1",
  "64:ff9b::101:101",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(["", "localhost", "1.1.1", "fe80::1%eth0", "::ffff:192.168.1.1", "64:ff9b::c0a8:101"])(
  "%s is not public",
  (address) => {
    expect(isPublicAddress(address)).toBe(false);
  },
);

test("the operator's list takes hosts, hosts with a port and networks", () => {
  const list = createAllowList(["ollama", "LLM.internal:8000", "10.1.0.0/16", "[fd00::7]:443", "fd12::/16"]);
  expect(list.hasHost("ollama", 11_434)).toBe(true);
  expect(list.hasHost("OLLAMA.", 80)).toBe(true);
  expect(list.hasHost("llm.internal", 8_000)).toBe(true);
  expect(list.hasHost("llm.internal", 8_001)).toBe(false);
  expect(list.hasHost("evil-ollama", 80)).toBe(false);
  expect(list.hasHost("[fd00::7]", 443)).toBe(true);
  expect(list.hasHost("[fd00::7]", 80)).toBe(false);
  expect(list.hasAddress("10.1.2.3")).toBe(true);
  expect(list.hasAddress("10.2.0.1")).toBe(false);
  expect(list.hasAddress("fd12::1")).toBe(true);
  expect(list.hasAddress("::1")).toBe(false);
});

test("a network that is none stops the start with a sentence", () => {
  expect(() => createAllowList(["10.0.0.0/99"])).toThrow("10.0.0.0/99");
});
