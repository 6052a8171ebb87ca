import { expect, it } from "vitest";
import { createMasker, maskText } from "./mask.ts";

it.each([
  ["ada.byron+news@mail.example.co.uk", "[e-mail]"],
  ["Schreib an jürgen@müller.de bitte", "Schreib an [e-mail] bitte"],
  ["card 4111-1111-1111-1111.", "card [card number]."],
  ["5500000000000004", "[card number]"],
  ["IBAN DE89 3704 0044 0532 0130 00 ok", "IBAN [IBAN] ok"],
  ["+1 (555) 010-9999", "[phone number]"],
  ["call 020 7946 0958 now", "call [phone number] now"],
  ["from 192.168.10.20", "from [IP address]"],
])("masks %s", (text, masked) => {
  expect(maskText(text)).toBe(masked);
});

it.each([
  "order 4711",
  "on 2026-11-15 at 10:30",
  "15.11.2026",
  "costs 1200000 in all",
  "version 12.4.1",
  "room 12345",
  "@home",
])("leaves %s as it is", (text) => {
  expect(maskText(text)).toBe(text);
});

it("counts what it hides, reveals when told to, and is quick on hostile text", () => {
  const masker = createMasker();
  masker.text("a@b.cd and c@d.ef");
  expect(masker.count).toBe(2);
  expect(createMasker(true).text("a@b.cd")).toBe("a@b.cd");
  const begun = process.cpuUsage();
  for (const piece of ["a", "1 ", "1-", "a.", "@a", "AB12 "]) maskText(piece.repeat(20_000));
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
});
