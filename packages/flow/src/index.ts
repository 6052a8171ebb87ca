// The public face of a Pro Studio flow: plain data, used by the console, the server and the chat runtime.
export { applyOperation } from "./operations/apply-operation.ts";
export { fieldWords } from "./field-words.ts";
export type { Applied, Operation } from "./operations/operation.ts";
export { cloneNodes } from "./clone-nodes.ts";
export type { CloneOptions } from "./clone-nodes.ts";
export { diffFlows } from "./diff.ts";
export type { FieldChange, FlowDiff, NodeChange } from "./diff.ts";
export { fieldPatch, fieldValue } from "./field-value.ts";
export { emptyFlow, nextNodeNumber, nodeById, positionsOf } from "./flow.ts";
export type { Flow } from "./flow.ts";
export {
  assignmentOperations,
  emptyNode,
  fallbackIntent,
  flowNodeFields,
  isFlowNodeField,
  linkFrom,
  nodeTitle,
  richAssetTypes,
  whatsNextValues,
} from "./flow-node.ts";
export type {
  AssignmentOperation,
  FlowLink,
  FlowNode,
  FlowNodeField,
  NodePatch,
  RichAssetType,
  VariableAssignment,
  WhatsNext,
} from "./flow-node.ts";
export { hash, nodeHash } from "./hash.ts";
export { intentReferences, withIntentAt } from "./intent-references.ts";
export type { IntentReference } from "./intent-references.ts";
export { deepEqual } from "./json.ts";
export type { Json, JsonObject } from "./json.ts";
export { hasLayout, isCanvasOnly, layoutOf } from "./layout.ts";
export type { NodeLayout } from "./layout.ts";
export { limits } from "./limits.ts";
export type { Field, FieldKind, NodeType, Port, Severity } from "./node-type.ts";
export { commonFields, createNode, isKnownType, nodeTypeOf, nodeTypes, portsOf } from "./nodes/registry.ts";
export { parseFlow, parseFlowText } from "./parse.ts";
export type { ParsedFlow, ParseIssue } from "./parse.ts";
export { conditionOperators, isTrue } from "./runtime/conditions.ts";
export type { ConditionOperator } from "./runtime/conditions.ts";
export { commandWord, entriesOf } from "./runtime/entries.ts";
export type { Entries } from "./runtime/entries.ts";
export type {
  Effect,
  EffectRequest,
  EffectResult,
  FlowError,
  FlowEvent,
  NluEntity,
  NluResult,
  Output,
  TraceEntry,
  VisitorEvent,
} from "./runtime/events.ts";
export { interpolate, variablesIn } from "./runtime/interpolate.ts";
export { matchesPattern, patternProblem } from "./runtime/pattern.ts";
export { fillSlots } from "./runtime/slots.ts";
export type { Filled, Slot, Slots } from "./runtime/slots.ts";
export { initialState, isVariableName, systemVariables } from "./runtime/state.ts";
export type { Awaiting, ConversationState, Frame, Variables } from "./runtime/state.ts";
export { referencedFlows, step, wantsNlu } from "./runtime/step.ts";
export type { StepOptions, StepResult } from "./runtime/turn.ts";
export { readStoredNode, unreadableFields } from "./stored-node.ts";
export { filledVariables } from "./validation/read-variables.ts";
export { problemFromText, problemToText } from "./validation/problem.ts";
export type { Problem, ValidationContext } from "./validation/problem.ts";
export { validate } from "./validation/validate.ts";
