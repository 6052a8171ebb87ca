import { describe, expect, test } from "vitest";
import type { Flow } from "../flow.ts";
import type { NodePatch } from "../flow-node.ts";
import { createNode, nodeTypes } from "../nodes/registry.ts";
import { applyOperation } from "../operations/apply-operation.ts";
import { aFlow, aNode } from "../testing/conversation.ts";
import { generateFlow } from "../testing/generate-flow.ts";
import { problemFromText, problemToText } from "./problem.ts";
import type { Problem, ValidationContext } from "./problem.ts";
import { validate } from "./validate.ts";

function found(flow: Flow, context?: ValidationContext): readonly string[] {
  return validate(flow, context).map(
    (problem) => `${problem.severity} ${problem.code} ${problem.nodeId ?? "-"}`,
  );
}

/** The problems of one node that is otherwise well connected. */
function ofNode(
  nodeType: string,
  fields: NodePatch,
  to: Record<string, string> = { next: "end" },
): readonly Problem[] {
  const flow = aFlow(aNode(nodeType, "a", fields, to), aNode("end", "end"));
  return validate(flow).filter((problem) => problem.nodeId === "a");
}

describe("validate: the shape of the flow", () => {
  test("finds nothing wrong with a good flow", () => {
    const flow = aFlow(
      aNode("question", "ask", { message: "Your name?", output: "name" }, "greet"),
      aNode("message", "greet", { message: "Hello {{name}} and {{last.text}}" }, "end"),
      aNode("end", "end"),
      aNode("note", "note", { description: "{{nonsense" }),
      aNode("group", "group"),
    );
    expect(found(flow)).toEqual([]);
  });

  test("an empty flow has no start", () => {
    expect(found({ nodes: [] })).toEqual(["error no_start -"]);
  });

  test("several starts, duplicate ids, dangling targets, unknown types", () => {
    const flow = aFlow(
      aNode("message", "a", { message: "Hi" }, "gone"),
      aNode("start", "again", {}, "a"),
      aNode("message", "a", { message: "Ho" }, "again"),
      aNode("hologram", "h", {}, "a"),
      aNode("jump", "j", { parameterInput: { nodeId: "nowhere" } }),
    );
    expect(found(flow)).toEqual([
      "error dangling_target a",
      "error several_starts again",
      "error duplicate_id a",
      "warning unreachable a",
      "warning unknown_type h",
      "warning unreachable h",
      "error dangling_target j",
      "warning unreachable j",
    ]);
  });

  test("outputs that lead nowhere, unless what comes next is decided", () => {
    const choices = {
      choices: [
        { id: "yes", label: "Yes" },
        { id: "no", label: "No" },
      ],
    };
    const open = ofNode("choice", { message: "Sure?", nodeInput: choices }, { yes: "end" });
    expect(open.map((problem) => problem.message)).toEqual(["Output “No” is not connected."]);
    expect(
      ofNode("choice", { message: "Sure?", nodeInput: choices, whatsNext: "listen" }, { yes: "end" }),
    ).toEqual([]);
    expect(found({ nodes: [aNode("start", "s")] })).toEqual(["error missing_target s"]);
  });

  test("connections by outputs that are not there, or twice by one", () => {
    const links = [
      { port: "next", target: "end" },
      { port: "next", target: "a" },
      { port: "maybe", target: "end" },
    ];
    const codes = ofNode("question", { message: "?", output: "x", nextNodes: links }).map(
      (problem) => problem.code,
    );
    expect(codes).toEqual(["port_connected_twice", "unknown_port"]);
  });

  test("nodes entered by intent or command are reachable; with understanding off only by command", () => {
    const flow = aFlow(
      aNode("end", "end"),
      aNode("end", "byIntent", { intent: "help" }),
      aNode("end", "byCommand", { command: "/help" }),
      aNode("end", "deaf", { intent: "other", nluDisabled: true }),
      aNode("end", "second", { intent: "help", command: "HELP", order: 5 }),
    );
    expect(found(flow)).toEqual([
      "info intent_without_nlu deaf",
      "warning unreachable deaf",
      "warning duplicate_intent second",
      "warning duplicate_command second",
    ]);
  });

  test("a circle that never asks is an error, reported once; one that asks is fine", () => {
    const round = (inside: string): Flow =>
      aFlow(
        aNode("message", "a", { message: "1" }, "b"),
        aNode(inside, "b", { message: "2", output: "x", ...(inside === "wait" ? { output: "" } : {}) }, "c"),
        aNode("jump", "c", { parameterInput: { nodeId: "a" } }),
      );
    expect(found(round("message"))).toEqual(["error loop_without_input a"]);
    expect(validate(round("message"))[0]?.message).toBe(
      "“Message”, “Message”, “Jump” lead round in a circle without asking the visitor anything.",
    );
    expect(found(round("wait"))).toEqual(["warning loop_without_input a"]);
    expect(found(round("question"))).toEqual([]);
  });

  test("a node that leads to itself and one that starts over are circles too", () => {
    expect(found(aFlow(aNode("message", "a", { message: "x" }, "a")))).toEqual([
      "error loop_without_input a",
    ]);
    expect(found(aFlow(aNode("message", "a", { message: "x", whatsNext: "restart" })))).toEqual([
      "error loop_without_input start",
    ]);
  });

  test("nodes of another solution version", () => {
    const flow = aFlow(aNode("end", "a", { solutionVersionId: "v1" }));
    expect(found(flow, { solutionVersionId: "v1" })).toEqual(["error other_version start"]);
  });
});

describe("validate: what nodes say", () => {
  test("variables that nothing fills, in every field that reads them", () => {
    const problems = ofNode("http-request", {
      parameterInput: {
        method: "POST",
        url: "https://x.example/{{a}}",
        body: "{{b.c|none}}",
        headers: { x: "{{d}}" },
      },
      variables: [{ name: "e", operation: "set", value: "{{f}} {{e}}" }],
    });
    expect(problems.map((problem) => `${problem.code} ${problem.field}`)).toEqual([
      "unknown_variable parameterInput.url",
      "unknown_variable parameterInput.body",
      "unknown_variable parameterInput.headers.x",
      "unknown_variable variables.0.value",
    ]);
    const flow = aFlow(aNode("message", "m", { message: "{{crm}}", whatsNext: "end" }));
    expect(found(flow, { variables: ["crm"] })).toEqual([]);
  });

  test("braces that are not closed and names that are none", () => {
    expect(ofNode("message", { message: "Hi {{name" })[0]).toMatchObject({
      code: "bad_template",
      field: "message",
    });
    expect(ofNode("message", { message: "Hi {{first name}}" })[0]).toMatchObject({
      code: "bad_variable_name",
    });
    expect(ofNode("message", { message: "Hi {{constructor}}" })[0]).toMatchObject({
      code: "bad_variable_name",
    });
  });

  test("variables that only Parley fills", () => {
    expect(ofNode("question", { message: "?", output: "last" })[0]).toMatchObject({
      code: "bad_variable_name",
      field: "output",
    });
  });

  test("things that live elsewhere and do not exist there", () => {
    const flow = aFlow(
      aNode("script", "s", { parameterInput: { scriptId: "price" }, intent: "buy" }, "l"),
      aNode("llm-task", "l", { parameterInput: { taskId: "t1" } }, "r"),
      aNode(
        "rich-asset",
        "r",
        { richAssetType: "image", richAssetContent: { assetId: "logo", alt: "Logo" } },
        "i",
      ),
      aNode("intent-route", "i", { parameterInput: { routes: [{ id: "r1", intent: "sell" }] } }, { r1: "j" }),
      aNode("jump", "j", { parameterInput: { flowId: "f1" } }),
      aNode("end", "fallback", { intent: "*", skillTag: "sales" }),
    );
    expect(found(flow)).toEqual([]);
    const nothing = { intents: [], scripts: [], tasks: [], assets: [], flows: [], skills: [] };
    expect(found(flow, nothing)).toEqual([
      "error missing_script s",
      "error missing_intent s",
      "error missing_task l",
      "error missing_asset r",
      "error missing_intent i",
      "error missing_flow j",
      "warning missing_skill fallback",
    ]);
  });

  test("a fresh node of every type only lacks what its author has to say", () => {
    const allowed = new Set([
      "field_required",
      "missing_target",
      "unreachable",
      "bad_variable_name",
      "bad_condition",
    ]);
    for (const { type } of nodeTypes) {
      const problems = validate(aFlow(aNode("end", "end"), createNode(type, "fresh")));
      const others = problems.filter((problem) => problem.nodeId === "fresh" && !allowed.has(problem.code));
      expect(
        others.map((problem) => problem.code),
        type,
      ).toEqual(type === "start" ? ["several_starts"] : []);
    }
  });

  test("messages survive being kept as text", () => {
    const problem: Problem = {
      severity: "warning",
      code: "unreachable",
      nodeId: "a b:c",
      field: "nextNodes",
      message: "X: y.",
    };
    expect(problemFromText(problemToText(problem))).toEqual(problem);
    const whole: Problem = {
      severity: "error",
      code: "no_start",
      nodeId: null,
      message: "The flow has no start node.",
    };
    expect(problemFromText(problemToText(whole))).toEqual(whole);
    expect(problemFromText("Something else")).toMatchObject({
      code: "other",
      message: "Something else",
      nodeId: null,
    });
  });
});

describe("validate: 5,000 nodes", () => {
  const flow = generateFlow(5_000, 11);

  test("finds nothing in a good flow, and exactly what was broken in a bad one", () => {
    expect(flow.nodes).toHaveLength(5_000);
    expect(found(flow)).toEqual([]);
    const victim = flow.nodes.find((node) => node.nodeType === "message" && node.intent === "");
    const broken = applyOperation(flow, {
      type: "batch",
      operations: [
        { type: "addNodes", nodes: [aNode("message", "lost", { message: "Hi {{nobody}}" }, "n0")] },
        { type: "updateNode", id: victim?.id ?? "", fields: { message: "" } },
        { type: "updateNode", id: "n4999", fields: { cssClassname: "a{b}" } },
      ],
    }).flow;
    expect(found(broken).toSorted()).toEqual(
      [
        "warning unknown_variable lost",
        "warning unreachable lost",
        `error field_required ${victim?.id}`,
        "warning bad_css_class n4999",
      ].toSorted(),
    );
  });

  test("a chain of 5,000 nodes that bites its tail is one circle", () => {
    const chain = Array.from({ length: 5_000 }, (_, i) =>
      aNode("message", `c${i}`, { message: "x" }, `c${(i + 1) % 5_000}`),
    );
    expect(found(aFlow(...chain))).toEqual(["error loop_without_input c0"]);
  });

  test("validating again after edits gives the same as validating from scratch", () => {
    let edited = flow;
    for (const id of ["n10", "n20", "n30"]) {
      edited = applyOperation(edited, { type: "removeNodes", ids: [id] }).flow;
      validate(edited);
    }
    edited = applyOperation(edited, { type: "addNodes", nodes: [aNode("end", "new")], at: [3] }).flow;
    const remembered = found(edited);
    validate({ nodes: [] });
    expect(found({ nodes: edited.nodes.map((node) => ({ ...node })) })).toEqual(remembered);
    expect(remembered.length).toBeGreaterThan(0);
  });
});
