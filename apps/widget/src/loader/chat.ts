// The chat widget: an iframe of the server, so that the page and the chat cannot read each other. The two talk in
// messages: {parley: "open" | "message", text}, and back {parley: "size" | "chatted" | "ready", …} (decision 036).
export interface Chat {
  /** Puts the closed widget on the page. */
  show(widgetId?: string): void;
  open(widgetId?: string): void;
  message(text: string, widgetId?: string): void;
  hasChatted(): boolean;
}

const key = "parley-chatted";

export function createChat(server: string, ownWidgetId: string | undefined): Chat {
  let frame: HTMLIFrameElement | undefined;
  let isReady = false;
  let waiting: Record<string, unknown>[] = [];

  function show(widgetId?: string): void {
    const id = widgetId || ownWidgetId;
    if (frame || !id) return;
    frame = document.createElement("iframe");
    frame.title = "Chat";
    frame.allow = "clipboard-write";
    frame.dataset["parley"] = "chat";
    const page = encodeURIComponent(location.origin + location.pathname);
    const direction = getComputedStyle(document.body).direction;
    frame.src = `${server}/widget?widget=${encodeURIComponent(id)}&page=${page}&dir=${direction}`;
    frame.style.cssText =
      "position:fixed;z-index:2147483001;right:0;bottom:0;width:96px;height:96px;max-width:100vw;max-height:100vh;max-height:100dvh;border:0;background:transparent;color-scheme:light";
    document.body.append(frame);
  }

  function tell(message: Record<string, unknown>): void {
    if (isReady) frame?.contentWindow?.postMessage(message, server);
    else waiting.push(message);
  }

  addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    if (
      !frame ||
      source !== frame.contentWindow ||
      origin !== server ||
      typeof data !== "object" ||
      data === null
    )
      return;
    const message = data as Record<string, unknown>;
    if (message["parley"] === "ready") {
      isReady = true;
      for (const it of waiting) tell(it);
      waiting = [];
    }
    if (message["parley"] === "size") {
      frame.style.width = `${Number(message["width"]) || 96}px`;
      frame.style.height = `${Number(message["height"]) || 96}px`;
    }
    if (message["parley"] === "style" && isLeft(message["style"])) {
      frame.style.right = "auto";
      frame.style.left = "0";
    }
    if (message["parley"] === "chatted") remember();
  });

  function open(widgetId?: string): void {
    show(widgetId);
    tell({ parley: "open" });
  }

  return {
    show,
    open,
    message(text, widgetId) {
      open(widgetId);
      tell({ parley: "message", text });
    },
    hasChatted: () => {
      try {
        return localStorage.getItem(key) !== null;
      } catch {
        return false;
      }
    },
  };
}

const isLeft = (style: unknown) =>
  typeof style === "object" && style !== null && "position" in style && style.position === "left";

function remember(): void {
  try {
    localStorage.setItem(key, "1");
  } catch {
    // Then every visit is the first.
  }
}
