import { assignmentOperations, flowNodeFields, richAssetTypes, whatsNextValues } from "./flow-node.ts";
import type { FlowLink, FlowNode, FlowNodeField, NodePatch, VariableAssignment } from "./flow-node.ts";
import { limits } from "./limits.ts";
import { isRecord, readFlag, readInteger, readJson, readList, readObject, readText } from "./parse-value.ts";
import type { Complain } from "./parse-value.ts";

type Readers = { readonly [Field in FlowNodeField]: (value: unknown, complain: Complain) => FlowNode[Field] };

const name: (value: unknown, complain: Complain) => string = (value, complain) =>
  readText(value, limits.nameLength, complain);
const longText: typeof name = (value, complain) => readText(value, limits.textLength, complain);
const id: typeof name = (value, complain) => readText(value, limits.idLength, complain);

const readers: Readers = {
  id: (value, complain) => {
    const read = id(value, complain);
    if (read === "") complain("is missing.");
    return read;
  },
  solutionVersionId: id,
  nodeName: name,
  nodeNumber: readInteger,
  nodeType: (value, complain) => {
    const read = name(value, complain);
    if (read === "") complain("is missing.");
    return read;
  },
  nodeTags: (value, complain) => readList(value, limits.tags, complain).map((tag) => name(tag, complain)),
  order: readInteger,
  lastModified: readTime,
  message: longText,
  intent: name,
  command: name,
  behaviors: readObject,
  description: longText,
  cssClassname: name,
  richAssetContent: readObject,
  richAssetType: (value, complain) => oneOf(value ?? "", richAssetTypes, complain),
  decisionVariable: name,
  nextNodes: readLinks,
  nodeInput: readObject,
  parameterInput: readObject,
  output: name,
  variables: readAssignments,
  whatsNext: (value, complain) => oneOf(value ?? "", whatsNextValues, complain),
  answerRequired: readFlag,
  nluDisabled: readFlag,
  analyticsEvent: name,
  platformFlag: name,
  skillTag: name,
};

export type FieldComplaint = (field: string, message: string) => void;

export function parseNode(value: Record<string, unknown>, complain: FieldComplaint): FlowNode {
  const read = <Field extends FlowNodeField>(field: Field): FlowNode[Field] =>
    readers[field](value[field], (message) => complain(field, message));
  return {
    id: read("id"),
    solutionVersionId: read("solutionVersionId"),
    nodeName: read("nodeName"),
    nodeNumber: read("nodeNumber"),
    nodeType: read("nodeType"),
    nodeTags: read("nodeTags"),
    order: read("order"),
    lastModified: read("lastModified"),
    message: read("message"),
    intent: read("intent"),
    command: read("command"),
    behaviors: read("behaviors"),
    description: read("description"),
    cssClassname: read("cssClassname"),
    richAssetContent: read("richAssetContent"),
    richAssetType: read("richAssetType"),
    decisionVariable: read("decisionVariable"),
    nextNodes: read("nextNodes"),
    nodeInput: read("nodeInput"),
    parameterInput: read("parameterInput"),
    output: read("output"),
    variables: read("variables"),
    whatsNext: read("whatsNext"),
    answerRequired: read("answerRequired"),
    nluDisabled: read("nluDisabled"),
    analyticsEvent: read("analyticsEvent"),
    platformFlag: read("platformFlag"),
    skillTag: read("skillTag"),
  };
}

/** Reads only the fields that are there: for edits of a part of a node. */
export function parsePatch(value: Record<string, unknown>, complain: FieldComplaint): NodePatch {
  const patch: { -readonly [Field in FlowNodeField]?: FlowNode[Field] } = {};
  const copy = <Field extends FlowNodeField>(field: Field): void => {
    patch[field] = readers[field](value[field], (message) => complain(field, message));
  };
  for (const field of flowNodeFields) if (field !== "id" && value[field] !== undefined) copy(field);
  return patch;
}

function readTime(value: unknown, complain: Complain): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value.toISOString();
  if (typeof value === "string" && !Number.isNaN(Date.parse(value))) return value;
  complain("must be a date and time.");
  return null;
}

function readLinks(value: unknown, complain: Complain): readonly FlowLink[] {
  return readList(value, limits.links, complain).flatMap((link) => {
    if (!isRecord(link)) {
      complain("must be a list of { port, target }.");
      return [];
    }
    return [{ port: id(link["port"], complain) || "next", target: id(link["target"], complain) }];
  });
}

function readAssignments(value: unknown, complain: Complain): readonly VariableAssignment[] {
  return readList(value, limits.variables, complain).flatMap((assignment) => {
    if (!isRecord(assignment)) {
      complain("must be a list of { name, operation, value }.");
      return [];
    }
    return [
      {
        name: name(assignment["name"], complain),
        operation: oneOf(assignment["operation"] ?? "set", assignmentOperations, complain),
        value: readJson(assignment["value"], complain),
      },
    ];
  });
}

function oneOf<Value extends string>(
  value: unknown,
  allowed: readonly [Value, ...Value[]],
  complain: Complain,
): Value {
  const found = allowed.find((candidate) => candidate === value);
  if (found !== undefined) return found;
  complain(`must be one of: ${allowed.filter((candidate) => candidate !== "").join(", ")}.`);
  return allowed[0];
}
