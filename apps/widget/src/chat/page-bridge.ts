// Between the frame and the page around it. The page can ask for little: to say something for the visitor,
// to tell what it knows. Only the console may restyle the chat or hand it a test run.
export interface PageMessages {
  visible(isVisible: boolean): void;
  say(text: string): void;
  command(name: string, data: Record<string, unknown>): void;
  identity(identity: unknown): void;
  page(values: Record<string, unknown>): void;
  preview(style: Record<string, unknown>, css: string, direction: string): void;
  conversation(id: string, token: string): void;
}

export function tellPage(message: Record<string, unknown>): void {
  if (window.parent !== window) window.parent.postMessage(message, "*");
}

export function listenToPage(consoleOrigin: string, handle: PageMessages): void {
  window.addEventListener("message", ({ data, origin, source }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== "object" || data === null || !("parley" in data)) return;
    const message = data as Record<string, unknown>;
    const text = (key: string) =>
      typeof message[key] === "string" ? String(message[key]).slice(0, key === "css" ? 50_000 : 4_000) : "";
    const values = (key: string) => flat(message[key]);
    const isConsole = origin === consoleOrigin;
    switch (message["parley"]) {
      case "open":
        return handle.visible(true);
      case "closed":
        return handle.visible(false);
      case "message":
        return text("text").trim() === "" ? undefined : handle.say(text("text"));
      case "event":
        return handle.command(text("name"), values("data"));
      case "identity":
        return handle.identity(message["identity"]);
      case "page":
        return handle.page(values("values"));
      case "preview":
        return isConsole
          ? handle.preview(message["style"] as Record<string, unknown>, text("css"), text("direction"))
          : undefined;
      case "conversation":
        return isConsole ? handle.conversation(text("id"), text("token")) : undefined;
    }
  });
}

/** Plain values under plain names; the server refuses anything else. */
function flat(given: unknown): Record<string, unknown> {
  if (typeof given !== "object" || given === null) return {};
  const isPlain = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
  return Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => /^[A-Za-z_]\w{0,63}$/.test(name) && isPlain(value))
      .map(([name, value]) => [name, typeof value === "string" ? value.slice(0, 1_000) : value])
      .slice(0, 30),
  );
}
