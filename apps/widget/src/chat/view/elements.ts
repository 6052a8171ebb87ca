// Elements without markup: text is always text.
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: { class?: string; text?: string; label?: string; role?: string } = {},
  ...children: (Node | string | undefined)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  if (properties.class) made.className = properties.class;
  if (properties.text !== undefined) made.textContent = properties.text;
  if (properties.label) made.setAttribute("aria-label", properties.label);
  if (properties.role) made.setAttribute("role", properties.role);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function button(text: string, className: string, onClick: () => void): HTMLButtonElement {
  const made = el("button", { class: className }, text === "" ? undefined : el("bdi", { text }));
  made.type = "button";
  // An answer is given once: the second half of a double click may even land on the next question's.
  made.addEventListener("click", ({ detail }) => {
    if (detail < 2 || className !== "choice") onClick();
  });
  return made;
}

/** What somebody said reads in the direction of its own words, whatever that of the page. */
export function bubble(...body: Node[]): HTMLElement {
  const made = el("div", { class: "bubble" }, ...body);
  made.dir = "auto";
  return made;
}

const paths = {
  send: "M3 20v-6l8-2-8-2V4l19 8z",
  close: "M6 10l6 6 6-6",
  attach: "M8 12l6-6a3 3 0 0 1 4 4l-8 8a5 5 0 0 1-7-7l8-8",
  chat: "M4 5h16v11H9l-5 4z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
} as const;

export function icon(name: keyof typeof paths): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", `icon icon-${name}`);
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", paths[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name: keyof typeof paths, label: string, onClick: () => void): HTMLButtonElement {
  const made = button("", `icon-button ${name}`, onClick);
  made.setAttribute("aria-label", label);
  made.title = label;
  made.append(icon(name));
  return made;
}

const classForm = /^[A-Za-z_][\w-]{0,63}$/;

/** Names an author gave, one by one and only if they are names. */
export function classes(given: string | undefined): string {
  return (given ?? "")
    .split(/\s+/)
    .filter((name) => classForm.test(name))
    .map((name) => `x-${name}`)
    .join(" ");
}
