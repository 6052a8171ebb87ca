// A Pro Studio node with exactly the fields of the specification. What each field
// means and how it is written down: decision 050.
import type { Json, JsonObject } from "./json.ts";

/** One connection: the named output of this node, and the id of the node it leads to. */
export type FlowLink = { readonly port: string; readonly target: string };

export const assignmentOperations = ["set", "increment", "append", "clear"] as const;
export type AssignmentOperation = (typeof assignmentOperations)[number];

/** Made when the conversation enters the node; text values may hold {{variables}}. */
export type VariableAssignment = {
  readonly name: string;
  readonly operation: AssignmentOperation;
  readonly value: Json;
};

/** What happens when the output a node leaves by is connected to nothing (decision 051). */
export const whatsNextValues = ["", "listen", "end", "return", "restart"] as const;
export type WhatsNext = (typeof whatsNextValues)[number];

export const richAssetTypes = ["", "card", "carousel", "buttons", "image", "form"] as const;
export type RichAssetType = (typeof richAssetTypes)[number];

export type FlowNode = {
  readonly id: string;
  readonly solutionVersionId: string;
  readonly nodeName: string;
  readonly nodeNumber: number;
  readonly nodeType: string;
  readonly nodeTags: readonly string[];
  readonly order: number;
  readonly lastModified: string | null;
  readonly message: string;
  readonly intent: string;
  readonly command: string;
  readonly behaviors: JsonObject;
  readonly description: string;
  readonly cssClassname: string;
  readonly richAssetContent: JsonObject;
  readonly richAssetType: RichAssetType;
  readonly decisionVariable: string;
  readonly nextNodes: readonly FlowLink[];
  readonly nodeInput: JsonObject;
  readonly parameterInput: JsonObject;
  readonly output: string;
  readonly variables: readonly VariableAssignment[];
  readonly whatsNext: WhatsNext;
  readonly answerRequired: boolean;
  readonly nluDisabled: boolean;
  readonly analyticsEvent: string;
  readonly platformFlag: string;
  readonly skillTag: string;
};

export type FlowNodeField = keyof FlowNode;
export type NodePatch = Partial<Omit<FlowNode, "id">>;

/** Every field at its empty value: what `null` or a missing field is read as. */
export const emptyNode: FlowNode = {
  id: "",
  solutionVersionId: "",
  nodeName: "",
  nodeNumber: 0,
  nodeType: "",
  nodeTags: [],
  order: 0,
  lastModified: null,
  message: "",
  intent: "",
  command: "",
  behaviors: {},
  description: "",
  cssClassname: "",
  richAssetContent: {},
  richAssetType: "",
  decisionVariable: "",
  nextNodes: [],
  nodeInput: {},
  parameterInput: {},
  output: "",
  variables: [],
  whatsNext: "",
  answerRequired: false,
  nluDisabled: false,
  analyticsEvent: "",
  platformFlag: "",
  skillTag: "",
};

export function isFlowNodeField(name: string): name is FlowNodeField {
  return Object.hasOwn(emptyNode, name);
}

export const flowNodeFields: readonly FlowNodeField[] = Object.keys(emptyNode).filter(isFlowNodeField);

/** The intent name of a node that is entered when nothing else understood the visitor. */
export const fallbackIntent = "*";

export function linkFrom(node: FlowNode, port: string): FlowLink | undefined {
  return node.nextNodes.find((link) => link.port === port);
}

/** How a person would call the node in a sentence. */
export function nodeTitle(node: FlowNode): string {
  return node.nodeName || (node.nodeNumber > 0 ? `#${node.nodeNumber}` : node.id);
}
