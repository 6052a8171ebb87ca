// Where the visitor writes: a text box that grows, Enter to send, a file.
import { el, iconButton } from "./elements.ts";

export interface Composer {
  readonly root: HTMLElement;
  /** What kind of answer is asked for: brings up the right keyboard. */
  expect(inputType: string): void;
  setEnabled(isEnabled: boolean, reason: string): void;
  setPlaceholder(words: string): void;
  focus(): void;
}

const modes: Record<string, string> = { number: "decimal", email: "email", phone: "tel", url: "url" };

export function composer(
  words: string,
  actions: { send(text: string): void; typing(): void; upload(file: File): void },
): Composer {
  let placeholder = words;
  const input = el("textarea", { label: "Your message" });
  input.rows = 1;
  input.maxLength = 4_000;
  input.placeholder = placeholder;
  const file = el("input");
  file.type = "file";
  file.hidden = true;
  file.addEventListener("change", () => {
    const chosen = file.files?.[0];
    if (chosen) actions.upload(chosen);
    file.value = "";
  });
  const grow = () => {
    // What is written reads in its own direction; an empty box waits where the page begins its lines.
    input.dir = input.value === "" ? "" : "auto";
    input.style.height = "auto";
    input.style.height = `${Math.min(input.scrollHeight, 140)}px`;
  };
  const submit = () => {
    const text = input.value.trim();
    if (text === "" || input.disabled) return;
    actions.send(text);
    input.value = "";
    grow();
  };
  input.addEventListener("input", () => {
    grow();
    actions.typing();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  });
  const attach = iconButton("attach", "Send a file", () => file.click());
  const send = iconButton("send", "Send", submit);
  const root = el("form", { class: "composer" }, attach, input, send, file);
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  return {
    root,
    expect: (inputType) => (input.inputMode = modes[inputType] ?? "text"),
    setEnabled(isEnabled, reason) {
      for (const each of [input, attach, send]) each.disabled = !isEnabled;
      input.placeholder = isEnabled ? placeholder : reason;
    },
    setPlaceholder(given) {
      placeholder = given;
      if (!input.disabled) input.placeholder = given;
    },
    focus: () => input.focus(),
  };
}
