import { applyOperation, createNode, nextNodeNumber } from "@parley/flow";
import { describe, expect, it } from "vitest";
import { generateFlow } from "@parley/flow/testing/generate-flow";
import { flowText } from "./export.ts";
import { planImport } from "./import-plan.ts";

const flow = { nodes: generateFlow(80).nodes.map((node) => ({ ...node, solutionVersionId: "v1" })) };

describe("import", () => {
  it("of an export gives the identical flow, whatever was there before", () => {
    const before = {
      nodes: [createNode("start", "n0", { solutionVersionId: "v1" }), createNode("end", "zz")],
    };
    const plan = planImport(before, flowText(flow), "v1");
    if (!plan.ok) throw new Error(plan.messages.join(" "));
    expect(plan.diff).toMatchObject({ removed: [{ id: "zz" }] });
    const { flow: after, inverse } = applyOperation(before, plan.replace);
    expect(new Map(after.nodes.map((node) => [node.id, node]))).toEqual(
      new Map(flow.nodes.map((node) => [node.id, node])),
    );
    expect(applyOperation(after, inverse).flow).toEqual(before);
  });

  it("keeps a type it does not know, and makes nodes of another version its own", () => {
    const text = JSON.stringify({ nodes: [{ id: "x", nodeType: "hologram", solutionVersionId: "v9" }] });
    const plan = planImport({ nodes: [] }, text, "v1");
    if (!plan.ok) throw new Error(plan.messages.join(" "));
    expect(plan.flow.nodes[0]).toMatchObject({ nodeType: "hologram", solutionVersionId: "v1" });
  });

  it("refuses a file that is too large, is no JSON or uses an id twice, with a sentence", () => {
    const tooLarge = planImport(flow, " ".repeat(20_000_000), "v1");
    expect(tooLarge).toMatchObject({ ok: false });
    expect(planImport(flow, "{", "v1")).toMatchObject({ ok: false });
    const twice = JSON.stringify({
      nodes: [
        { id: "a", nodeType: "end" },
        { id: "a", nodeType: "end" },
      ],
    });
    expect(planImport(flow, twice, "v1")).toMatchObject({
      ok: false,
      messages: ['The id "a" is used more than once.'],
    });
  });

  it("adds only what is new when asked to, with fresh numbers", () => {
    const text = JSON.stringify({
      nodes: [
        { id: "n0", nodeType: "start" },
        { id: "new", nodeType: "end" },
      ],
    });
    const plan = planImport(flow, text, "v1");
    if (!plan.ok) throw new Error(plan.messages.join(" "));
    const { flow: after } = applyOperation(flow, plan.add);
    expect(after.nodes).toHaveLength(flow.nodes.length + 1);
    expect(after.nodes[0]).toBe(flow.nodes[0]);
    expect(after.nodes.at(-1)?.nodeNumber).toBe(nextNodeNumber(flow));
  });
});
