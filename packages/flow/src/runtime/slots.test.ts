import { describe, expect, test } from "vitest";
import { aFlow, aNode, converse } from "../testing/conversation.ts";
import type { NluEntity } from "./events.ts";
import { fillSlots } from "./slots.ts";
import type { Slot } from "./slots.ts";

const city = (value: string, role?: string): NluEntity => ({
  name: role ? `city_${role}` : "city",
  entity: "city",
  value,
  text: value.toLowerCase(),
});
const number = (value: number): NluEntity => ({ name: "number", entity: "number", value, text: `${value}` });

const journey: Slot[] = [
  { name: "origin", entity: "city", role: "from", required: true, prompt: "From where?" },
  { name: "destination", entity: "city", role: "to", required: true, prompt: "Where to, from {{origin}}?" },
  {
    name: "seats",
    entity: "number",
    required: true,
    prompt: "How many seats?",
    retryMessage: "A number, please.",
  },
  { name: "stopover", entity: "city" },
];

describe("fillSlots", () => {
  test("by role first, keeps what it had and says what is missing", () => {
    const first = fillSlots(journey, [city("Rome", "from")]);
    expect(first.values).toEqual({ origin: "Rome" });
    expect(first.missing).toEqual(["destination", "seats"]);
    const second = fillSlots(journey, [city("Bern"), city("Oslo", "to")], first.values);
    expect(second).toEqual({
      values: { origin: "Rome", destination: "Oslo", stopover: "Bern" },
      words: { destination: "oslo", stopover: "bern" },
      missing: ["seats"],
    });
  });

  test("what was asked for goes first, and an answer leaves other values alone", () => {
    const people: Slot[] = [
      { name: "adults", entity: "number" },
      { name: "children", entity: "number" },
    ];
    expect(fillSlots(people, [number(3)], { adults: 2 }, "children").values).toEqual({
      adults: 2,
      children: 3,
    });
    expect(fillSlots(people, [number(3), number(9)], { adults: 2 }, "children").values["adults"]).toBe(2);
    expect(fillSlots(journey, [city("Oslo")], {}, "destination").values).toEqual({ destination: "Oslo" });
  });
});

const slots = new Map([["book", journey]]);
const flow = aFlow(
  aNode("message", "hi", { message: "Hi", whatsNext: "listen" }),
  aNode("message", "booked", {
    intent: "book",
    message: "{{origin}} to {{destination}}, {{seats}} seats{{slots.stopover}}",
    whatsNext: "listen",
  }),
  aNode("message", "hours", { intent: "hours", message: "Nine to five" }),
  aNode("message", "lost", { intent: "*", message: "Lost", whatsNext: "listen" }),
);
const begin = () => converse(flow, {}, { slots });

describe("an intent with slots", () => {
  test("goes straight on when the words hold everything", () => {
    const said = begin().say("…", {
      intent: "book",
      entities: [city("Rome", "from"), city("Oslo", "to"), number(2)],
    });
    expect(said.texts).toEqual(["Rome to Oslo, 2 seats"]);
    expect(said.state.variables["slots"]).toEqual({ origin: "rome", destination: "oslo", seats: "2" });
  });

  test("asks for what is missing, one after the other, and takes several answers at once", () => {
    const asked = begin().say("…", { intent: "book", entities: [city("Rome", "from")] });
    expect(asked.texts).toEqual(["Where to, from Rome?"]);
    expect(asked.state.awaiting).toMatchObject({ kind: "slot", intent: "book", slot: "destination" });
    expect(asked.say("Oslo", { entities: [city("Oslo")] }).texts).toEqual(["How many seats?"]);
    expect(asked.say("…", { entities: [city("Oslo"), number(4)] }).texts).toEqual(["Rome to Oslo, 4 seats"]);
    const other = asked.say("2 of us", { entities: [number(2)] });
    expect(other.texts).toEqual(["Where to, from Rome?"]);
    expect(other.say("Oslo", { entities: [city("Oslo")] }).texts).toEqual(["Rome to Oslo, 2 seats"]);
  });

  test("asks again after a wrong answer, and gives up after some", () => {
    const asked = begin().say("…", { intent: "book", entities: [city("Rome", "from"), city("Oslo", "to")] });
    const wrong = asked.say("eh");
    expect(wrong.texts).toEqual(["A number, please."]);
    expect(wrong.say("eh").say("eh").texts).toEqual(["Lost"]);
    expect(wrong.say("two", { entities: [number(2)] }).texts).toEqual(["Rome to Oslo, 2 seats"]);
  });

  test("another intent leads away and back to what was asked", () => {
    const asked = begin().say("…", { intent: "book", entities: [city("Rome", "from")] });
    const back = asked.say("when are you open", { intent: "hours", entities: [number(5)] });
    expect(back.texts).toEqual(["Nine to five", "Where to, from Rome?"]);
    expect(back.say("Oslo", { entities: [city("Oslo")] }).texts).toEqual(["How many seats?"]);
  });

  test("takes any words for a slot without an entity, once nothing else claims them", () => {
    const claim: Slot[] = [
      { name: "what", required: true, prompt: "What happened?" },
      { name: "place", entity: "city", required: true, prompt: "Where?" },
    ];
    const claims = aFlow(
      aNode("message", "claimed", { intent: "claim", message: "{{what}} in {{place}}", whatsNext: "listen" }),
      aNode("message", "hours", { intent: "hours", message: "Nine to five" }),
    );
    const asked = converse(claims, {}, { slots: new Map([["claim", claim]]) }).say("…", { intent: "claim" });
    expect(asked.texts).toEqual(["What happened?"]);
    expect(asked.say(" My bag was lost ").texts).toEqual(["Where?"]);
    const both = asked.say("My bag was lost in Rome", { entities: [city("Rome")] });
    expect(both.texts).toEqual(["My bag was lost in Rome in Rome"]);
    expect(both.state.variables["slots"]).toEqual({ what: "My bag was lost in Rome", place: "rome" });
    expect(asked.say("are you open", { intent: "hours" }).texts).toEqual(["Nine to five", "What happened?"]);
    expect(asked.say("  ").texts).toEqual(["I could not find that in your answer. What happened?"]);
  });

  test("starts empty each time, except for what it keeps", () => {
    const kept = new Map([["book", journey.map((slot) => ({ ...slot, keep: slot.name === "seats" }))]]);
    const first = converse(flow, { seats: 3 }, { slots: kept }).say("…", {
      intent: "book",
      entities: [city("Rome", "from"), city("Oslo", "to")],
    });
    expect(first.texts).toEqual(["Rome to Oslo, 3 seats"]);
    expect(first.say("…", { intent: "book" }).texts).toEqual(["From where?"]);
  });

  test("also on the way out of a route and of a chosen button", () => {
    const routed = aFlow(
      aNode(
        "choice",
        "menu",
        { message: "What?", nodeInput: { choices: [{ id: "b", label: "Book", intent: "book" }] } },
        { b: "route" },
      ),
      aNode(
        "intent-route",
        "route",
        { parameterInput: { routes: [{ id: "r", intent: "book" }] } },
        { r: "done" },
      ),
      aNode("message", "done", { message: "To {{destination}}", whatsNext: "listen" }),
    );
    const only = new Map([["book", journey.slice(1, 2)]]);
    const pressed = converse(routed, { origin: "Rome" }, { slots: only }).choose("b");
    expect(pressed.texts).toEqual(["Where to, from Rome?"]);
    const listening = pressed.say("Oslo", { entities: [city("Oslo")] });
    expect(listening.state.awaiting).toEqual({ kind: "answer", nodeId: "route" });
    expect(listening.say("…", { intent: "book" }).say("Bern", { entities: [city("Bern")] }).texts).toEqual([
      "To Bern",
    ]);
  });

  test("offers few answers as buttons", () => {
    const size: Slot = {
      name: "size",
      entity: "size",
      required: true,
      prompt: "Which size?",
      choices: ["S", "L"],
    };
    const offered = converse(flow, {}, { slots: new Map([["book", [size]]]) }).say("…", { intent: "book" });
    expect(offered.last.outputs.at(-1)).toMatchObject({ type: "quickReplies", nodeId: "booked" });
    const chosen = offered.send({ type: "choice", choiceId: "L", nodeId: "booked" });
    expect(chosen.state.variables["size"]).toBe("L");
    expect(chosen.state.nodeId).toBe("booked");
  });
});
