import type { FlowNode } from "../flow-node.ts";
import { flagAt, isEmptyValue, textAt } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { elsePort, go, nextPort } from "../node-type.ts";
import type { Finding, NodeRun, NodeType, Outcome, Port } from "../node-type.ts";
import { readAnswer } from "../runtime/answers.ts";
import { chosen } from "../runtime/choose.ts";
import { asText } from "../runtime/interpolate.ts";
import { retryFields, wrongAnswer } from "./asking.ts";
import { branchFindings, branchPorts } from "./branches.ts";
import { assetFields, buttonsOf, formFieldsOf, replyButtonsOf } from "./rich-asset-content.ts";

const assetOptions = [
  { value: "card", label: "Card" },
  { value: "carousel", label: "Carousel" },
  { value: "buttons", label: "Buttons" },
  { value: "image", label: "Image" },
  { value: "form", label: "Form" },
];

const formPorts: readonly Port[] = [nextPort, { ...elsePort, label: "Not filled in" }];

export const richAsset: NodeType = {
  type: "rich-asset",
  title: "Rich asset",
  summary: "Shows a card, carousel, buttons, image or form.",
  category: "talk",
  fields: [
    { path: "message", label: "Message before it", kind: "long-text", isTemplate: true },
    {
      path: "richAssetType",
      label: "Kind",
      kind: "select",
      isRequired: true,
      options: assetOptions,
    },
    ...assetFields,
    { path: "output", label: "Keep the answer in", kind: "variable" },
    ...retryFields,
  ],
  defaults: {
    nodeName: "Rich asset",
    richAssetType: "card",
    richAssetContent: { title: "", text: "", buttons: [] },
  },
  ports(node) {
    if (node.richAssetType === "form") return formPorts;
    const replies = replyButtonsOf(node);
    return replies.length === 0 ? [nextPort] : [...branchPorts(replies, "Button"), elsePort];
  },
  waitsForVisitor: waits,
  check,
  claims: (node, event, nluThreshold) =>
    event.type === "form" || chosen(replyButtonsOf(node), event, nluThreshold) !== undefined,
  step(node, run) {
    const { event } = run;
    if (event === null || event.type === "effectResult" || event.type === "timer") {
      run.say();
      return waits(node) ? { kind: "ask" } : go("next");
    }
    if (node.richAssetType === "form") {
      if (event.type === "form") return receiveForm(node, run, event.values);
      return wrongAnswer(node, run, "else", "Please fill in the form.");
    }
    const button = chosen(replyButtonsOf(node), event, run.nluThreshold);
    if (!button) return wrongAnswer(node, run, "else", "Please choose one of the buttons.");
    run.set(node.output, run.fill(textAt(button, "value") || textAt(button, "label")));
    return go(textAt(button, "id"));
  },
};

function waits(node: FlowNode): boolean {
  return node.richAssetType === "form" || replyButtonsOf(node).length > 0;
}

/** Only declared fields are kept, each in the variable of its name, all together in `output`. */
function receiveForm(node: FlowNode, run: NodeRun, values: JsonObject): Outcome {
  const kept: Record<string, Json> = {};
  for (const field of formFieldsOf(node)) {
    const name = textAt(field, "name");
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (isEmptyValue(value) || value === undefined) {
      if (flagAt(field, "isRequired"))
        return wrongAnswer(node, run, "else", `Please fill in “${textAt(field, "label") || name}”.`);
      continue;
    }
    const answer = readAnswer(asText(value), { type: textAt(field, "type") }, null);
    if (!answer.ok && typeof value !== "object") {
      return wrongAnswer(node, run, "else", `“${textAt(field, "label") || name}”: ${answer.message}`);
    }
    kept[name] = answer.ok && textAt(field, "type") === "number" ? answer.value : value;
  }
  for (const [name, value] of Object.entries(kept)) run.set(name, value);
  run.set(node.output, kept);
  return go("next");
}

function check(node: FlowNode): readonly Finding[] {
  const findings = [...branchFindings(buttonsOf(node), "richAssetContent", ["else"])];
  const image = node.richAssetContent;
  if (node.richAssetType === "image" && !textAt(image, "url") && !textAt(image, "assetId")) {
    findings.push({
      severity: "error",
      code: "field_required",
      field: "richAssetContent.url",
      message: "The image has neither an address nor an asset.",
    });
  }
  for (const button of buttonsOf(node)) {
    const action = textAt(button, "action");
    if (action === "reply" || textAt(button, "value") !== "") continue;
    const message = `The button “${textAt(button, "label")}” does not say ${action === "url" ? "which address to open" : "which command to send"}.`;
    findings.push({ severity: "error", code: "button_without_value", field: "richAssetContent", message });
  }
  return findings;
}
