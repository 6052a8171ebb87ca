// What richAssetContent holds for each richAssetType (decision 050).
import type { FlowNode } from "../flow-node.ts";
import { objectsAt, textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import type { Field } from "../node-type.ts";

const isCard = { path: "richAssetType", isOneOf: ["card"] };
const isCarousel = { path: "richAssetType", isOneOf: ["carousel"] };
const isButtons = { path: "richAssetType", isOneOf: ["buttons"] };
const isImage = { path: "richAssetType", isOneOf: ["image"] };
const isForm = { path: "richAssetType", isOneOf: ["form"] };

const buttonFields: readonly Field[] = [
  { path: "label", label: "Label", kind: "text", isRequired: true, isTemplate: true },
  {
    path: "action",
    label: "When pressed",
    kind: "select",
    isRequired: true,
    options: [
      { value: "reply", label: "Go on in the flow" },
      { value: "url", label: "Open an address" },
      { value: "command", label: "Send a command" },
    ],
  },
  { path: "value", label: "Value, address or command", kind: "text", isTemplate: true },
];

const cardFields: readonly Field[] = [
  { path: "title", label: "Title", kind: "text", isRequired: true, isTemplate: true },
  { path: "text", label: "Text", kind: "long-text", isTemplate: true },
  { path: "imageUrl", label: "Image address", kind: "url", isTemplate: true },
  { path: "assetId", label: "Image from the assets", kind: "asset" },
  { path: "imageAlt", label: "Image described in words", kind: "text", isTemplate: true },
];

const formFieldTypes = ["text", "long-text", "number", "email", "phone", "date", "select", "checkbox"];

const formFields: readonly Field[] = [
  { path: "name", label: "Variable", kind: "variable", isRequired: true },
  { path: "label", label: "Label", kind: "text", isRequired: true, isTemplate: true },
  {
    path: "type",
    label: "Kind",
    kind: "select",
    isRequired: true,
    options: formFieldTypes.map((value) => ({ value, label: value })),
  },
  { path: "isRequired", label: "Required", kind: "flag" },
  { path: "options", label: "Options", kind: "tags" },
];

export const assetFields: readonly Field[] = [
  ...cardFields.map((field) => ({ ...field, path: `richAssetContent.${field.path}`, when: isCard })),
  {
    path: "richAssetContent.buttons",
    label: "Buttons",
    kind: "list",
    max: 10,
    item: buttonFields,
    when: isCard,
  },
  {
    path: "richAssetContent.cards",
    label: "Cards",
    kind: "list",
    isRequired: true,
    max: 20,
    item: [...cardFields, { path: "buttons", label: "Buttons", kind: "list", max: 10, item: buttonFields }],
    when: isCarousel,
  },
  {
    path: "richAssetContent.buttons",
    label: "Buttons",
    kind: "list",
    isRequired: true,
    max: 10,
    item: buttonFields,
    when: isButtons,
  },
  { path: "richAssetContent.url", label: "Image address", kind: "url", isTemplate: true, when: isImage },
  { path: "richAssetContent.assetId", label: "Image from the assets", kind: "asset", when: isImage },
  {
    path: "richAssetContent.alt",
    label: "Described in words",
    kind: "text",
    isRequired: true,
    isTemplate: true,
    when: isImage,
  },
  { path: "richAssetContent.title", label: "Title", kind: "text", isTemplate: true, when: isForm },
  {
    path: "richAssetContent.fields",
    label: "Fields",
    kind: "list",
    isRequired: true,
    max: 30,
    item: formFields,
    when: isForm,
  },
  {
    path: "richAssetContent.submitLabel",
    label: "Label of the send button",
    kind: "text",
    isTemplate: true,
    when: isForm,
  },
];

/** Every button of the asset, those of a carousel's cards included. */
export function buttonsOf(node: FlowNode): readonly JsonObject[] {
  const content = node.richAssetContent;
  if (node.richAssetType === "carousel")
    return objectsAt(content, "cards").flatMap((card) => objectsAt(card, "buttons"));
  return node.richAssetType === "card" || node.richAssetType === "buttons"
    ? objectsAt(content, "buttons")
    : [];
}

export function replyButtonsOf(node: FlowNode): readonly JsonObject[] {
  return buttonsOf(node).filter((button) => textAt(button, "action") === "reply");
}

export function formFieldsOf(node: FlowNode): readonly JsonObject[] {
  return node.richAssetType === "form" ? objectsAt(node.richAssetContent, "fields") : [];
}
