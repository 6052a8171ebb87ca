import { expect, test } from "vitest";
import { messageWords, visitorName } from "./message-words.ts";

test("every kind of message reads as words", () => {
  expect(messageWords({ type: "text", text: "Hello" })).toBe("Hello");
  expect(messageWords({ type: "choice", choiceId: "a", label: "Yes" })).toBe("Yes");
  expect(messageWords({ type: "form", values: { name: "Ada", seats: 2, odd: {} } })).toBe(
    "name: Ada\nseats: 2\nodd: ",
  );
  expect(messageWords({ type: "file", fileId: "1", name: "ticket.pdf" })).toBe("ticket.pdf");
  expect(messageWords({ type: "asset", assetType: "card", content: { title: "Ferry", text: "" } })).toBe(
    "Ferry",
  );
  expect(messageWords({ type: "asset", assetType: "image", content: {} })).toBe("image");
  expect(
    messageWords({
      type: "quick-replies",
      nodeId: "n",
      choices: [
        { id: "a", label: "Yes" },
        { id: "b", label: "No" },
      ],
    }),
  ).toBe("Yes · No");
});

test("what only steers the widget, and what nobody knows, says nothing", () => {
  expect(messageWords({ type: "input", inputType: "text" })).toBeUndefined();
  expect(messageWords({ type: "hologram" })).toBeUndefined();
  expect(messageWords(null)).toBeUndefined();
});

test("a visitor is called by the best name the page proved", () => {
  expect(visitorName({ id: "7", email: "ada@example.com" })).toBe("ada@example.com");
  expect(visitorName(null)).toBeUndefined();
});
