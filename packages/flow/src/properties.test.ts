// What must hold for any flow and any edits. Ids come from a small set, so that random edits meet each other.
import * as fc from "fast-check";
import type { FlowNode } from "./flow-node.ts";
import { createNode } from "./nodes/registry.ts";
import type { Operation } from "./operations/operation.ts";
import { expect, test } from "vitest";
import { nodeById } from "./flow.ts";
import type { Flow } from "./flow.ts";
import { hash } from "./hash.ts";
import { applyOperation } from "./operations/apply-operation.ts";

const ids = fc.constantFrom("n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "x1", "x2", "x3");
const ports = fc.constantFrom("next", "else", "error", "b1", "b2");
const place = fc.integer({ min: -5_000, max: 5_000 });

const nodes: fc.Arbitrary<FlowNode> = fc
  .record({
    id: ids,
    nodeType: fc.constantFrom("message", "choice", "decision", "note", "from-the-future"),
    message: fc.string(),
    nodeName: fc.string(),
    links: fc.array(fc.record({ port: ports, target: ids }), { maxLength: 3 }),
    x: place,
  })
  .map(({ id, nodeType, message, nodeName, links, x }) =>
    createNode(nodeType, id, { message, nodeName, nextNodes: links, behaviors: { layout: { x, y: 0 } } }),
  );

const patches = fc.record(
  {
    message: fc.string(),
    nodeName: fc.string(),
    nodeTags: fc.array(fc.string(), { maxLength: 3 }),
    answerRequired: fc.boolean(),
    parameterInput: fc.dictionary(fc.string(), fc.integer(), { maxKeys: 3 }),
    nextNodes: fc.array(fc.record({ port: ports, target: ids }), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

const layoutOperations: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    type: fc.constant("move" as const),
    positions: fc.array(fc.record({ id: ids, x: place, y: place }), { maxLength: 4 }),
  }),
  fc.record({
    type: fc.constant("setLayout" as const),
    ids: fc.array(ids, { maxLength: 4 }),
    layout: fc.record(
      { colour: fc.string(), group: ids, folded: fc.boolean(), width: fc.option(place) },
      { requiredKeys: [] },
    ),
  }),
);

const plainOperations: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ type: fc.constant("addNodes" as const), nodes: fc.array(nodes, { maxLength: 3 }) }),
  fc.record({ type: fc.constant("removeNodes" as const), ids: fc.array(ids, { maxLength: 3 }) }),
  fc.record({ type: fc.constant("updateNode" as const), id: ids, fields: patches }),
  fc.record({
    type: fc.constant("updateNodes" as const),
    changes: fc.array(fc.record({ id: ids, fields: patches }), { maxLength: 4 }),
  }),
  fc.record({ type: fc.constant("connect" as const), from: ids, port: ports, to: ids }),
  fc.record({ type: fc.constant("disconnect" as const), from: ids, port: ports }),
  layoutOperations,
);

const operations: fc.Arbitrary<Operation> = fc.oneof(
  { weight: 5, arbitrary: plainOperations },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("batch" as const),
      operations: fc.array(plainOperations, { maxLength: 5 }),
    }),
  },
);

const flows: fc.Arbitrary<Flow> = fc.array(nodes, { maxLength: 10 }).map((list) => ({ nodes: list }));

test("any sequence of operations can be undone exactly and redone exactly", () => {
  fc.assert(
    fc.property(flows, fc.array(operations, { maxLength: 12 }), (begin, edits) => {
      const original = structuredClone(begin);
      let flow = begin;
      const undo: Operation[] = [];
      for (const edit of edits) {
        const applied = applyOperation(flow, edit);
        flow = applied.flow;
        undo.unshift(applied.inverse);
      }
      const edited = structuredClone(flow);
      const redo: Operation[] = [];
      for (const inverse of undo) {
        const applied = applyOperation(flow, inverse);
        flow = applied.flow;
        redo.unshift(applied.inverse);
      }
      expect(flow).toEqual(original);
      expect(begin).toEqual(original);
      for (const again of redo) flow = applyOperation(flow, again).flow;
      expect(flow).toEqual(edited);
    }),
    { numRuns: 500 },
  );
});

test("lookups after an edit see the edited nodes", () => {
  fc.assert(
    fc.property(flows, operations, (begin, edit) => {
      const { flow } = applyOperation(begin, edit);
      for (const node of flow.nodes) {
        expect(nodeById(flow, node.id)).toBe(flow.nodes.find((other) => other.id === node.id));
      }
    }),
  );
});

test("layout operations never change it", () => {
  fc.assert(
    fc.property(
      fc.array(nodes, { maxLength: 8 }),
      fc.array(layoutOperations, { maxLength: 6 }),
      (list, edits) => {
        let flow = { nodes: list };
        const before = hash(flow);
        for (const edit of edits) flow = { nodes: [...applyOperation(flow, edit).flow.nodes] };
        expect(hash(flow)).toBe(before);
      },
    ),
  );
});

test("the order of the list never changes it", () => {
  fc.assert(
    fc.property(
      fc
        .array(nodes, { maxLength: 8 })
        .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        expect(hash({ nodes: shuffled })).toBe(hash({ nodes: list }));
      },
    ),
  );
});
