// start, message, rich asset, end
import { describe, expect, test } from "vitest";
import type { NodePatch, RichAssetType } from "../flow-node.ts";
import type { JsonObject } from "../json.ts";
import { aFlow, aNode, converse } from "../testing/conversation.ts";
import { validate } from "../validation/validate.ts";
import { portsOf } from "./registry.ts";

test("start greets, message speaks, end says goodbye", () => {
  const flow = {
    nodes: [
      aNode("start", "s", { message: "Hello" }, "m"),
      aNode("message", "m", { message: "Text" }, "e"),
      aNode("end", "e", { message: "Bye" }),
    ],
  };
  expect(converse(flow).texts).toEqual(["Hello", "Text", "Bye"]);
});

test("an empty message shows nothing", () => {
  expect(
    converse(aFlow(aNode("message", "m", { message: "  " }, "e"), aNode("end", "e"))).last.outputs,
  ).toEqual([]);
});

describe("rich asset", () => {
  const show = (
    richAssetType: RichAssetType,
    richAssetContent: JsonObject,
    fields: NodePatch = {},
    to: Record<string, string> = { next: "done" },
  ) =>
    converse(
      aFlow(
        aNode("rich-asset", "r", { richAssetType, richAssetContent, output: "out", ...fields }, to),
        aNode("message", "done", { message: "Done {{out}}" }),
      ),
      { name: "Ada" },
    );

  test("a card without replies is shown, filled, and the conversation goes on", () => {
    const talk = show("card", {
      title: "For {{name}}",
      buttons: [{ id: "b", label: "Open", action: "url", value: "https://x.example" }],
    });
    expect(talk.last.outputs[0]).toMatchObject({
      type: "richAsset",
      assetType: "card",
      content: { title: "For Ada" },
    });
    expect(talk.texts).toEqual(["Done "]);
  });

  test("reply buttons, also those of a carousel's cards, are outputs", () => {
    const cards = [
      { title: "One", buttons: [{ id: "one", label: "Take one", action: "reply", value: "1" }] },
      { title: "Two", buttons: [{ id: "two", label: "Take two", action: "reply" }] },
    ];
    const talk = show("carousel", { cards }, {}, { one: "done", two: "done" });
    expect(talk.state.awaiting).toEqual({ kind: "answer", nodeId: "r" });
    expect(talk.choose("one").texts).toEqual(["Done 1"]);
    expect(talk.say("take two").texts).toEqual(["Done Take two"]);
    expect(talk.say("three").texts).toEqual(["Please choose one of the buttons."]);
    const node = aNode("rich-asset", "r", { richAssetType: "carousel", richAssetContent: { cards } });
    expect(portsOf(node).map((port) => port.id)).toEqual(["one", "two", "else"]);
  });

  const form = {
    fields: [
      { name: "email", label: "E-mail", type: "email", isRequired: true },
      { name: "guests", label: "Guests", type: "number" },
    ],
  };

  test("a form keeps the declared fields only, each as what it is", () => {
    const talk = show("form", form);
    const sent = talk.send({ type: "form", values: { email: "a@b.example", guests: "3", admin: true } });
    expect(sent.state.variables).toEqual({
      name: "Ada",
      email: "a@b.example",
      guests: 3,
      out: { email: "a@b.example", guests: 3 },
    });
  });

  test("a form asks again for what is missing or wrong", () => {
    const talk = show("form", form, { answerRequired: true, nodeInput: { retries: 5 } });
    expect(talk.send({ type: "form", values: {} }).texts).toEqual(["Please fill in “E-mail”."]);
    expect(talk.send({ type: "form", values: { email: "nope" } }).texts[0]).toMatch(
      /^“E-mail”: Please give an e-mail/,
    );
    expect(talk.say("hello").texts).toEqual(["Please fill in the form."]);
    const leaving = show("form", form, { nodeInput: { retries: 0 } }, { else: "done" });
    expect(leaving.send({ type: "form", values: {} }).texts).toEqual(["Done "]);
  });

  test("finds what is missing from assets", () => {
    const codes = (richAssetType: RichAssetType, richAssetContent: JsonObject) =>
      validate(aFlow(aNode("rich-asset", "r", { richAssetType, richAssetContent, whatsNext: "end" }))).map(
        (problem) => `${problem.code} ${problem.field}`,
      );
    expect(codes("", {})).toEqual(["field_required richAssetType"]);
    expect(codes("card", {})).toEqual(["field_required richAssetContent.title"]);
    expect(codes("image", {})).toEqual([
      "field_required richAssetContent.alt",
      "field_required richAssetContent.url",
    ]);
    expect(codes("image", { url: "javascript:x", alt: "A" })).toEqual(["bad_url richAssetContent.url"]);
    expect(codes("buttons", { buttons: [{ id: "b", label: "B", action: "url" }] })).toEqual([
      "button_without_value richAssetContent",
    ]);
    expect(codes("carousel", { cards: [{}] })).toEqual(["field_required richAssetContent.cards.0.title"]);
    expect(codes("form", { fields: [{ name: "1x", label: "X", type: "text" }] })).toEqual([
      "bad_variable_name richAssetContent.fields.0.name",
    ]);
  });
});
