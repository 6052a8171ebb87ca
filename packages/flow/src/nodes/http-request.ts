import type { FlowNode } from "../flow-node.ts";
import { isObject, numberAt, objectAt, textAt } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { errorPort, go, never, nextPort } from "../node-type.ts";
import type { NodeRun, NodeType } from "../node-type.ts";
import { asText, interpolateUrl, interpolateValue } from "../runtime/interpolate.ts";
import { awaitEffect, failed } from "./effects.ts";

const ports = [nextPort, errorPort];
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** The host answers `{ status, body }`; a status below 400 leaves by next, any other by error. */
export const httpRequest: NodeType = {
  type: "http-request",
  title: "HTTP request",
  summary: "Calls a web service and keeps its answer.",
  category: "action",
  fields: [
    {
      path: "parameterInput.method",
      label: "Method",
      kind: "select",
      isRequired: true,
      options: methods.map((value) => ({ value, label: value })),
    },
    { path: "parameterInput.url", label: "Address", kind: "url", isRequired: true, isTemplate: true },
    { path: "parameterInput.headers", label: "Headers", kind: "key-values", isTemplate: true },
    {
      path: "parameterInput.body",
      label: "Body",
      kind: "long-text",
      isTemplate: true,
      when: { path: "parameterInput.method", isOneOf: ["POST", "PUT", "PATCH"] },
    },
    { path: "parameterInput.timeoutMs", label: "Give up after (ms)", kind: "number", min: 100, max: 30_000 },
    { path: "output", label: "Keep the answer in", kind: "variable" },
  ],
  defaults: {
    nodeName: "HTTP request",
    parameterInput: { method: "GET", url: "", headers: {}, timeoutMs: 10_000 },
  },
  ports: () => ports,
  waitsForVisitor: never,
  step(node, run) {
    if (run.event?.type !== "effectResult") {
      const settings = node.parameterInput;
      return awaitEffect(run, {
        type: "httpRequest",
        method: textAt(settings, "method") || "GET",
        url: interpolateUrl(textAt(settings, "url"), run.variables),
        headers: singleLines(run.fillObject(objectAt(settings, "headers"))),
        body: bodyOf(node, run),
        timeoutMs: numberAt(settings, "timeoutMs") ?? 10_000,
      });
    }
    if (!run.event.ok) return failed(run, run.event);
    const answer = isObject(run.event.value) ? run.event.value : {};
    run.set(node.output, answer["body"] ?? null);
    const status = numberAt(answer, "status") ?? 200;
    run.note(`Status ${status}`);
    return go(status < 400 ? "next" : "error");
  },
};

/** A body written as JSON is filled value by value, so a quote in an answer cannot break or change it. */
function bodyOf(node: FlowNode, run: NodeRun): string {
  const template = textAt(node.parameterInput, "body");
  const json = parsed(template);
  return json === undefined ? run.fill(template) : JSON.stringify(interpolateValue(json, run.variables));
}

function parsed(template: string): Json | undefined {
  if (!/^\s*[{[]/.test(template)) return undefined;
  try {
    const value: Json = JSON.parse(template);
    return value;
  } catch {
    return undefined;
  }
}

function singleLines(headers: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, asText(value).replace(/[\r\n]+/g, " ")]),
  );
}
