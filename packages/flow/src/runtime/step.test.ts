import { describe, expect, test } from "vitest";
import type { Flow } from "../flow.ts";
import type { Json } from "../json.ts";
import { aFlow, aNode, converse, turn } from "../testing/conversation.ts";
import { generateFlow } from "../testing/generate-flow.ts";
import { initialState } from "./state.ts";
import { referencedFlows, step, wantsNlu } from "./step.ts";

const yesNo = {
  choices: [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ],
};

describe("step: running", () => {
  test("runs through nodes until it has to wait, and says what it did", () => {
    const flow = aFlow(
      aNode(
        "message",
        "hi",
        { message: "Hello {{name|you}}", cssClassname: "big", behaviors: { delayMs: 300 } },
        "ask",
      ),
      aNode("question", "ask", { message: "How old?", output: "age", nodeInput: { type: "number" } }, "bye"),
      aNode("end", "bye", { message: "{{age}} it is", parameterInput: { outcome: "done" } }),
    );
    const begun = converse(flow);
    expect(begun.last.outputs[0]).toMatchObject({
      type: "text",
      text: "Hello you",
      cssClassname: "big",
      delayMs: 300,
    });
    expect(begun.state).toMatchObject({
      status: "active",
      nodeId: "ask",
      awaiting: { kind: "answer", nodeId: "ask" },
    });
    expect(begun.last.trace.map((entry) => entry.nodeId)).toEqual(["start", "hi", "ask"]);
    const ended = begun.say("42");
    expect(ended.texts).toEqual(["42 it is"]);
    expect(ended.last.done).toBe(true);
    expect(ended.state).toMatchObject({
      status: "ended",
      outcome: "done",
      awaiting: null,
      variables: { age: 42 },
    });
    expect(ended.say("Hello?").last.outputs).toEqual([]);
    expect(ended.send({ type: "start" }).texts).toEqual(["Hello you", "How old?"]);
  });

  test("is pure: the same input gives the same output, and nothing given is changed", () => {
    const flow = generateFlow(200, 3);
    const event = { type: "start" } as const;
    expect(step(flow, initialState(), event)).toEqual(step(flow, initialState(), event));
  });

  test("a loop cannot hang it, not even one that goes through effects and timers", () => {
    const loop = aFlow(
      aNode("message", "a", { message: "x" }, "b"),
      aNode("message", "b", { message: "y" }, "a"),
    );
    const stopped = converse(loop);
    expect(stopped.last.error).toMatchObject({ code: "too_many_steps" });
    expect(stopped.last.trace.length).toBe(201);
    expect(stopped.state.awaiting).toEqual({ kind: "anything" });
    expect(converse(loop, {}, { maxSteps: 5 }).last.trace).toHaveLength(6);

    let turns = 0;
    let talk = converse(
      aFlow(aNode("script", "s", { parameterInput: { scriptId: "x" } }, { next: "s", error: "s" })),
    );
    for (; talk.last.error === null; turns++) talk = talk.answer(null);
    expect(turns).toBe(199);
  });

  test("variables cannot grow without end", () => {
    const grow = (value: Json) =>
      aFlow(
        aNode("set-variables", "a", { variables: [{ name: "x", operation: "set", value }] }, "b"),
        aNode("set-variables", "b", { variables: [{ name: "x", operation: "set", value }] }, "a"),
      );
    for (const value of ["{{x}}{{x}}", ["{{x}}", "{{x}}"]]) {
      const talk = converse(grow(value), { x: "ab" });
      expect(talk.last.error?.code).toBe("too_many_steps");
      expect(JSON.stringify(talk.state).length).toBeLessThan(300_000);
    }
  });

  test("missing starts and missing nodes are errors as data", () => {
    expect(converse({ nodes: [] }).last.error).toMatchObject({ code: "no_start" });
    expect(turn(aFlow(), initialState(), { type: "start", nodeId: "gone" }, {}).last.error).toMatchObject({
      code: "missing_node",
      nodeId: "gone",
    });
    const waiting = converse(aFlow(aNode("question", "q", { message: "?" })));
    const changed = turn(aFlow(), waiting.state, { type: "text", text: "x" }, {});
    expect(changed.last.isUnhandled).toBe(true);
  });

  test("starts at a chosen node with chosen variables, stops at breakpoints and goes on", () => {
    const flow = aFlow(
      aNode("message", "a", { message: "A {{x}}" }, "b"),
      aNode("end", "b", { message: "B" }),
    );
    const options = { breakpoints: new Set(["b"]) };
    const stopped = turn(flow, initialState(), { type: "start", nodeId: "a", variables: { x: 7 } }, options);
    expect(stopped.texts).toEqual(["A 7"]);
    expect(stopped.state.awaiting).toEqual({ kind: "breakpoint", nodeId: "b" });
    expect(stopped.send({ type: "continue" }).texts).toEqual(["B"]);
  });

  test("measures only when given a clock", () => {
    let now = 0;
    const timed = converse(aFlow(aNode("end", "e")), {}, { clock: () => (now += 2) });
    expect(timed.last.trace.map((entry) => entry.ms)).toEqual([2, 2]);
    expect(converse(aFlow(aNode("end", "e"))).last.trace[0]).not.toHaveProperty("ms");
  });

  test("every generated flow can be talked through without an error", () => {
    for (let seed = 0; seed < 20; seed++) {
      let talk = converse(generateFlow(60, seed));
      for (let i = 0; i < 60 && !talk.last.done; i++) {
        expect(talk.last.error).toBeNull();
        const { awaiting } = talk.state;
        if (awaiting?.kind === "timer") talk = talk.send({ type: "timer", effectId: awaiting.effectId });
        else if (awaiting?.kind === "effect") talk = talk.answer({ status: 200, text: "b1", body: "b1" });
        else talk = talk.say(`b${(i % 3) + 1}`);
      }
    }
  });
});

describe("step: every node", () => {
  test("makes its assignments and sends its analytics event on entry, and remembers the skill", () => {
    const variables = [
      { name: "count", operation: "increment", value: 2 },
      { name: "list", operation: "append", value: "{{count}}" },
      { name: "copy", operation: "set", value: "{{list}}" },
      { name: "old", operation: "clear", value: null },
      { name: "__proto__", operation: "set", value: "bad" },
    ] as const;
    const flow = aFlow(
      aNode("message", "m", { variables, analyticsEvent: "seen", skillTag: "sales", message: "x" }),
    );
    const talk = converse(flow, { count: 1, old: "x" });
    expect(talk.state.variables).toEqual({ count: 3, list: [3], copy: [3], old: null });
    expect(talk.last.effects).toEqual([
      {
        id: "effect-1",
        nodeId: "m",
        type: "analyticsEvent",
        name: "seen",
        nodeName: "Message",
        skillTag: "sales",
      },
    ]);
    expect(talk.state.skillTag).toBe("sales");
  });

  test("is passed over on other platforms", () => {
    const flow = aFlow(
      aNode("message", "m", { message: "Tap here", platformFlag: "web" }, "e"),
      aNode("end", "e", { message: "Bye" }),
    );
    const on = (platform: string) => turn(flow, initialState(), { type: "start", platform }, {}).texts;
    expect(on("web")).toEqual(["Tap here", "Bye"]);
    expect(on("voice")).toEqual(["Bye"]);
    expect(on("")).toEqual(["Tap here", "Bye"]);
  });

  test("of an unknown type is passed over, not an error", () => {
    const flow = aFlow(aNode("hologram", "h", {}, { up: "e" }), aNode("end", "e", { message: "Bye" }));
    expect(converse(flow).texts).toEqual(["Bye"]);
  });
});

describe("step: whatsNext", () => {
  const after = (whatsNext: "" | "listen" | "end" | "return" | "restart") =>
    converse(aFlow(aNode("question", "q", { message: "?", output: "x", whatsNext }))).say("answer");

  test("listens by default, ends, or starts over", () => {
    expect(after("").state.awaiting).toEqual({ kind: "anything" });
    expect(after("listen").state.awaiting).toEqual({ kind: "anything" });
    expect(after("return").state.awaiting).toEqual({ kind: "anything" });
    expect(after("end").last.done).toBe(true);
    expect(after("restart").state.awaiting).toEqual({ kind: "answer", nodeId: "q" });
  });

  test("a connection that leads to a missing node counts as none", () => {
    const talk = converse(aFlow(aNode("message", "m", { message: "x", whatsNext: "end" }, "gone")));
    expect(talk.last.done).toBe(true);
    expect(talk.last.trace.map((entry) => entry.note)).toContain(
      "Output “next” leads to a node that does not exist",
    );
  });
});

describe("step: entering from anywhere", () => {
  const flow: Flow = aFlow(
    aNode("question", "name", { message: "Name?", output: "name" }, "done"),
    aNode("message", "done", { message: "Thanks {{name}}" }),
    aNode("message", "hours", { intent: "opening_hours", command: "/hours", message: "Nine to five." }),
    aNode("message", "lost", { intent: "*", message: "Sorry?" }),
  );

  test("an intent leads away and back to the question", () => {
    const away = converse(flow).say("when are you open", { intent: "opening_hours", score: 0.9 });
    expect(away.texts).toEqual(["Nine to five.", "Name?"]);
    expect(away.say("Ada").texts).toEqual(["Thanks Ada"]);
  });

  test("an unsure intent does not, nor does one when understanding is off or the answer is required", () => {
    const sure = { intent: "opening_hours", score: 0.9 };
    expect(converse(flow).say("Open", { ...sure, score: 0.4 }).texts).toEqual(["Thanks Open"]);
    expect(converse(flow, {}, { nluThreshold: 0.3 }).say("Open", { ...sure, score: 0.4 }).texts).toEqual([
      "Nine to five.",
      "Name?",
    ]);
    for (const field of ["nluDisabled", "answerRequired"]) {
      const nodes = flow.nodes.map((node) => (node.id === "name" ? { ...node, [field]: true } : node));
      expect(converse({ nodes }).say("Open", sure).texts).toEqual(["Thanks Open"]);
    }
  });

  test("a command leads away, typed or sent by the page, unless the answer is required", () => {
    expect(converse(flow).say("/HOURS today").texts).toEqual(["Nine to five.", "Name?"]);
    expect(converse(flow).send({ type: "command", command: "hours" }).texts).toEqual([
      "Nine to five.",
      "Name?",
    ]);
    const strict = { nodes: flow.nodes.map((node) => ({ ...node, answerRequired: true })) };
    expect(converse(strict).say("/hours").texts).toEqual(["Thanks /hours"]);
  });

  test("an answer that fits a closed question is not taken for an intent", () => {
    const closed = aFlow(
      aNode("choice", "c", { message: "Open?", nodeInput: yesNo }, { yes: "e", no: "e" }),
      aNode("end", "e", { message: "Fine" }),
      aNode("message", "agree", { intent: "agree", message: "You agree" }),
    );
    expect(converse(closed).say("yes", { intent: "agree", score: 1 }).texts).toEqual(["Fine"]);
    expect(converse(closed).say("I do", { intent: "agree", score: 1 }).texts).toEqual(["You agree", "Open?"]);
  });

  test("when nothing is asked, words go to intents, then to the fallback node, then to the host", () => {
    const open = converse(flow).say("Ada");
    expect(open.say("?", { intent: "opening_hours", score: 0.8 }).texts).toEqual(["Nine to five."]);
    expect(open.say("gibberish").texts).toEqual(["Sorry?"]);
    const without = { nodes: flow.nodes.filter((node) => node.id !== "lost") };
    const unheard = turn(without, open.state, { type: "text", text: "gibberish" }, {});
    expect(unheard.last).toMatchObject({ isUnhandled: true, outputs: [] });
  });

  test("a visitor who writes before the start is heard", () => {
    const first = (intent: string) =>
      turn(flow, initialState(), { type: "text", text: "x", nlu: { intent, score: 1, entities: [] } }, {})
        .texts;
    expect(first("opening_hours")).toEqual(["Nine to five."]);
    expect(first("other")).toEqual(["Name?"]);
  });

  test("keeps what was last said, with its intent and entities", () => {
    const talk = converse(flow).say("to Rome", {
      intent: "go",
      score: 0.1,
      entities: [{ name: "city", value: "Rome" }],
    });
    expect(talk.state.variables["last"]).toEqual({
      text: "to Rome",
      intent: "go",
      score: 0.1,
      entities: { city: "Rome" },
    });
  });

  test("a button of an earlier message still works", () => {
    const menu = aFlow(
      aNode("choice", "c", { message: "Sure?", nodeInput: yesNo }, { yes: "q", no: "n" }),
      aNode("question", "q", { message: "Why?", output: "why" }, "n"),
      aNode("message", "n", { message: "As you like" }),
    );
    const asked = converse(menu).choose("yes");
    expect(asked.texts).toEqual(["Why?"]);
    expect(asked.state.variables["last"]).toEqual({ text: "Yes", entities: {} });
    expect(asked.send({ type: "choice", choiceId: "no", nodeId: "c" }).texts).toEqual(["As you like"]);
  });

  test("says when language understanding is not needed", () => {
    const talk = converse(aFlow(aNode("question", "q", { message: "Name?", nluDisabled: true })));
    expect(wantsNlu(flow, converse(flow).state)).toBe(true);
    expect(wantsNlu(aFlow(aNode("question", "q", { nluDisabled: true })), talk.state)).toBe(false);
  });
});

describe("step: effects", () => {
  const flow = aFlow(
    aNode(
      "script",
      "s",
      { output: "price", parameterInput: { scriptId: "price" } },
      { next: "q", error: "sorry" },
    ),
    aNode("question", "q", { message: "{{price}}, ok?", output: "ok", nodeInput: { type: "yes-no" } }, "e"),
    aNode("end", "e", { message: "Bye" }),
    aNode("end", "sorry", { message: "Sorry" }),
  );

  test("words said meanwhile are kept and answered afterwards", () => {
    const busy = converse(flow).say("yes");
    expect(busy.last.outputs).toEqual([]);
    const done = busy.send({ type: "effectResult", effectId: "effect-1", ok: true, value: 5 });
    expect(done.texts).toEqual(["5, ok?", "Bye"]);
    expect(done.last.done).toBe(true);
  });

  test("a late or doubled result is ignored", () => {
    const asked = converse(flow).answer(5);
    const again = asked.send({ type: "effectResult", effectId: "effect-1", ok: true, value: 6 });
    expect(again.last.outputs).toEqual([]);
    expect(again.state.variables["price"]).toBe(5);
    expect(again.send({ type: "timer", effectId: "effect-1" }).last.outputs).toEqual([]);
  });
});

describe("step: other flows", () => {
  const main = aFlow(
    aNode("jump", "j", { parameterInput: { flowId: "other", returns: true } }, "back"),
    aNode("end", "back", { message: "Back with {{x}}" }),
    aNode("message", "help", { intent: "help", message: "Main help" }),
  );
  const other = aFlow(aNode("question", "q", { message: "X?", output: "x" }));
  const options = { flowById: (id: string) => (id === "other" ? other : undefined) };

  test("jumps there and comes back", () => {
    expect(referencedFlows(main)).toEqual(["other"]);
    const there = converse(main, {}, options);
    expect(there.state).toMatchObject({ flowId: "other", nodeId: "q" });
    expect(there.say("7").texts).toEqual(["Back with 7"]);
  });

  test("the first flow's intents work inside, and lead back", () => {
    const helped = converse(main, {}, options).say("help", { intent: "help" });
    expect(helped.texts).toEqual(["Main help", "X?"]);
    expect(helped.say("7").texts).toEqual(["Back with 7"]);
  });

  test("a flow that does not exist is an error as data", () => {
    expect(converse(main).last.error).toMatchObject({ code: "missing_flow", nodeId: "j" });
  });
});
