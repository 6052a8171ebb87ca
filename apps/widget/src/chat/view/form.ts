// A form a bot shows. Once it was answered it shows the answers and takes no others, also after a reload and in the
// visitor's other tab.
import { el } from "./elements.ts";
import { type Data, list, text } from "./given.ts";

// Numbers and addresses read from left to right on every page.
const leftToRight: ReadonlySet<string> = new Set(["email", "number", "tel", "url"]);
const inputTypes: ReadonlySet<string> = new Set(["text", "email", "number", "date", "tel", "url"]);

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export function form(data: Data, nodeId: string, onSubmit: (values: Data) => void): HTMLElement {
  const made = el("form", { class: "form" });
  made.dataset["node"] = nodeId;
  const title = text(data, "title");
  if (title) made.append(el("h3", { text: title }));
  made.append(...list(data, "fields").slice(0, 30).map(labelled));
  made.append(el("button", { class: "primary", text: text(data, "submitLabel") || "Send" }));
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fieldsOf(made).map((field) => [field.name, read(field)]));
    lock(made);
    onSubmit(values);
  });
  return made;
}

export interface Answered {
  label: string;
  value: string;
}

/** Fills the form these values answered, if it is in the log, and says them in its words. */
export function answerForm(log: HTMLElement, nodeId: string | undefined, values: Data): Answered[] {
  const shown = [...log.querySelectorAll<HTMLFormElement>("form.form")].findLast(
    (each) => each.dataset["node"] === nodeId,
  );
  const fields = shown ? fieldsOf(shown) : [];
  for (const field of fields) write(field, values[field.name]);
  if (shown) lock(shown);
  return Object.entries(values).map(([name, value]) => {
    const field = fields.find((each) => each.name === name);
    const chosen = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : undefined;
    const label = field?.closest("label")?.querySelector("span")?.textContent;
    return { label: label || name, value: chosen || (value === true ? "✓" : plain(value)) };
  });
}

const fieldsOf = (made: HTMLFormElement) => [...made.querySelectorAll<Field>("input, select, textarea")];

function lock(made: HTMLFormElement): void {
  for (const each of [...fieldsOf(made), ...made.querySelectorAll("button")]) each.disabled = true;
}

function labelled(field: Data): HTMLElement {
  const [name, type] = [text(field, "name"), text(field, "type")];
  const options = Array.isArray(field["options"]) ? field["options"] : [];
  const isSelect = type === "select" || options.length > 0;
  const input = isSelect ? el("select") : el(type === "long-text" ? "textarea" : "input");
  input.name = name;
  input.dir = leftToRight.has(type) ? "ltr" : "auto";
  input.required = field["isRequired"] === true;
  if (input instanceof HTMLSelectElement) {
    input.append(el("option", { text: "" }), ...options.map(optionView));
  }
  if (input instanceof HTMLInputElement) {
    input.type = type === "checkbox" || type === "flag" ? "checkbox" : inputTypes.has(type) ? type : "text";
    input.maxLength = 2_000;
  }
  return el("label", {}, el("span", { text: text(field, "label") || name }), input);
}

function optionView(option: unknown): HTMLElement {
  const value =
    typeof option === "object" && option !== null ? (option as Data) : { label: option, value: option };
  const [label, stored] = [plain(value["label"]), plain(value["value"])];
  const made = el("option", { text: label || stored });
  made.value = stored || label;
  return made;
}

function read(field: Field): unknown {
  if (field.type === "checkbox" && "checked" in field) return field.checked;
  if (field.type === "number") return field.value === "" ? null : Number(field.value);
  return field.value;
}

function write(field: Field, value: unknown): void {
  if (field.type === "checkbox" && "checked" in field) field.checked = value === true;
  else field.value = plain(value);
}

function plain(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
