// command, set variables, script, HTTP request, LLM task, knowledge answer, hand-off, jump, wait
import { describe, expect, test } from "vitest";
import type { NodePatch } from "../flow-node.ts";
import type { JsonObject } from "../json.ts";
import { aFlow, aNode, converse } from "../testing/conversation.ts";
import type { Conversation } from "../testing/conversation.ts";

function run(nodeType: string, fields: NodePatch, variables: JsonObject = {}): Conversation {
  const ports = {
    next: "next",
    error: "error",
    "no-answer": "none",
    unavailable: "none",
    interrupted: "error",
  };
  const ends = ["next", "error", "none"].map((id) => aNode("message", id, { message: `${id} {{out}}` }));
  return converse(aFlow(aNode(nodeType, "a", { output: "out", ...fields }, ports), ...ends), variables);
}

test("command asks the host to do something and goes on", () => {
  const talk = run(
    "command",
    { parameterInput: { name: "open-url", arguments: { url: "/{{page}}", tabs: 2 } } },
    { page: "faq" },
  );
  expect(talk.effect).toEqual({
    id: "effect-1",
    nodeId: "a",
    type: "command",
    command: "open-url",
    arguments: { url: "/faq", tabs: 2 },
  });
  expect(talk.texts).toEqual(["next "]);
});

test("set variables", () => {
  expect(
    run("set-variables", { variables: [{ name: "out", operation: "set", value: "{{x}}!" }] }, { x: 1 }).texts,
  ).toEqual(["next 1!"]);
});

describe("script", () => {
  const settings = { parameterInput: { scriptId: "price", arguments: { n: "{{n}}" } } };

  test("runs with arguments and variables, keeps the result", () => {
    const talk = run("script", settings, { n: 3 });
    expect(talk.effect).toMatchObject({
      type: "runScript",
      scriptId: "price",
      arguments: { n: 3 },
      variables: { n: 3 },
    });
    expect(talk.state.awaiting).toMatchObject({ kind: "effect", nodeId: "a", effectType: "runScript" });
    expect(talk.answer(9).texts).toEqual(["next 9"]);
  });

  test("leaves by error when it fails", () => {
    const failed = run("script", settings).failEffect("Out of memory");
    expect(failed.texts).toEqual(["error "]);
    expect(failed.last.trace[0]?.note).toBe("Failed: Out of memory");
  });
});

describe("HTTP request", () => {
  const settings: JsonObject = {
    method: "POST",
    url: "https://x.example/{{id}}",
    headers: { "x-name": "{{name}}" },
    body: '{"name": "{{name}}", "age": "{{age}}"}',
  };

  test("fills address, headers and body so that words cannot break out of them", () => {
    const talk = run("http-request", { parameterInput: settings }, { id: "a/b", name: 'A"\r\nb', age: 4 });
    expect(talk.effect).toEqual({
      id: "effect-1",
      nodeId: "a",
      type: "httpRequest",
      method: "POST",
      url: "https://x.example/a%2Fb",
      headers: { "x-name": 'A" b' },
      body: JSON.stringify({ name: 'A"\r\nb', age: 4 }),
      timeoutMs: 10_000,
    });
  });

  test("leaves by next or error, as the status says", () => {
    const talk = run("http-request", { parameterInput: { url: "https://x.example", body: "plain {{x}}" } });
    expect(talk.answer({ status: 200, body: "ok" }).texts).toEqual(["next ok"]);
    expect(talk.answer({ status: 404, body: "gone" }).texts).toEqual(["error gone"]);
    expect(talk.failEffect("No connection").texts).toEqual(["error "]);
  });
});

describe("LLM task", () => {
  test("shows and keeps the answer, marked with its effect", () => {
    const talk = run(
      "llm-task",
      { parameterInput: { taskId: "t1", prompt: "About {{x}}", hasHistory: true } },
      { x: "cats" },
    );
    expect(talk.effect).toMatchObject({
      type: "llmTask",
      taskId: "t1",
      prompt: "About cats",
      hasHistory: true,
    });
    const answered = talk.answer({ text: "Cats {{x}}", tokens: 5 });
    expect(answered.texts).toEqual(["Cats {{x}}", "next Cats {{x}}"]);
    expect(answered.last.outputs[0]).toMatchObject({ effectId: "effect-1" });
    expect(talk.failEffect("Timeout").texts).toEqual(["error "]);
  });

  test("may be silent", () => {
    expect(run("llm-task", { parameterInput: { prompt: "x", isSilent: true } }).answer("Yes").texts).toEqual([
      "next Yes",
    ]);
  });
});

describe("knowledge answer", () => {
  test("asks with what the visitor last said, and shows sources", () => {
    const flow = aFlow(
      aNode("question", "q", { message: "?", output: "x" }, "k"),
      aNode("knowledge-answer", "k", { parameterInput: { minScore: 0.4 } }, { "no-answer": "none" }),
      aNode("message", "none", { message: "No idea" }),
    );
    const talk = converse(flow).say("Is it open?");
    expect(talk.effect).toMatchObject({ type: "knowledgeAnswer", question: "Is it open?", minScore: 0.4 });
    const sources = [{ title: "Hours.pdf" }];
    expect(talk.answer({ text: "Yes", sources }).last.outputs[0]).toMatchObject({ text: "Yes", sources });
    expect(talk.answer(null).texts).toEqual(["No idea"]);
    expect(talk.failEffect("Down").texts).toEqual(["No idea"]);
  });
});

describe("hand-off", () => {
  test("says so, falls silent, and goes on when the human is done", () => {
    const talk = run(
      "hand-off",
      { message: "Wait", skillTag: "billing", parameterInput: { team: "T", note: "About {{x}}" } },
      { x: "y" },
    );
    expect(talk.texts).toEqual(["Wait"]);
    expect(talk.effect).toMatchObject({ type: "handOff", skillTag: "billing", team: "T", note: "About y" });
    expect(talk.state.status).toBe("handed-off");
    const silent = talk.say("Hello?", { intent: "x" });
    expect(silent.last.outputs).toEqual([]);
    const back = silent.send({ type: "effectResult", effectId: "effect-1", ok: true });
    expect(back.texts).toEqual(["next "]);
    expect(back.state.status).toBe("active");
  });

  test("leaves by unavailable when nobody takes it", () => {
    expect(run("hand-off", { message: "Wait" }).failEffect("Closed").texts).toEqual(["none "]);
  });
});

describe("jump", () => {
  const flow = (returns: boolean) =>
    aFlow(
      aNode("jump", "j", { parameterInput: { nodeId: "b", returns } }, "a"),
      aNode("message", "a", { message: "A" }),
      aNode("message", "b", { message: "B" }),
    );

  test("goes on at another node, and comes back when told to", () => {
    expect(converse(flow(false)).texts).toEqual(["B"]);
    expect(converse(flow(true)).texts).toEqual(["B", "A"]);
  });
});

describe("wait", () => {
  test("asks for a timer and goes on when it rings", () => {
    const talk = run("wait", { message: "Hold on", parameterInput: { seconds: 1.5 } });
    expect(talk.effect).toMatchObject({ type: "timer", delayMs: 1_500 });
    expect(talk.texts).toEqual(["Hold on"]);
    expect(talk.send({ type: "timer", effectId: "effect-1" }).texts).toEqual(["next "]);
  });

  test("is interrupted by the visitor, unless told to ignore them", () => {
    expect(run("wait", { parameterInput: { seconds: 5 } }).say("Hey").texts).toEqual(["error "]);
    const ignoring = run("wait", { parameterInput: { seconds: 5, ignoresVisitor: true } }).say("Hey");
    expect(ignoring.texts).toEqual([]);
    expect(ignoring.state.queue).toHaveLength(1);
  });
});
