// The frames of the chat protocol, as far as this page uses them (docs/chat-protocol.md).
export interface Source {
  title?: string;
  passage?: string;
}

export type Content =
  | {
      type: "text";
      text: string;
      cssClassname?: string;
      delayMs?: number;
      effectId?: string;
      sources?: Source[] | null;
    }
  | {
      type: "asset";
      assetType: string;
      content: Record<string, unknown>;
      nodeId: string;
      cssClassname: string;
    }
  | { type: "quick-replies"; nodeId: string; choices: { id: string; label: string }[] }
  | { type: "input"; nodeId: string; inputType: string; isRequired: boolean }
  | { type: "choice"; choiceId: string; nodeId?: string; label: string }
  | { type: "form"; nodeId?: string; values: Record<string, unknown> }
  | { type: "command"; command: string; arguments: Record<string, unknown> }
  | { type: "file"; fileId: string; name?: string; mimeType?: string; size?: number }
  | { type: "notice"; code: string; text: string };

export interface Message {
  sequence: number;
  author: "visitor" | "bot" | "agent" | "system";
  authorName: string;
  content: Content;
  clientMessageId: string | null;
  createdAt: string;
}

export type ServerFrame =
  | {
      type: "welcome";
      conversation: { id: string; token?: string; status: string; lastSequence: number };
      visitorId: string;
    }
  | { type: "message"; message: Message }
  | { type: "accepted"; id: string; sequence: number }
  | { type: "refused"; id?: string; code: string; message: string; retryAfterSeconds?: number }
  | { type: "status"; status: string }
  | { type: "typing"; author: "bot" | "agent"; name: string }
  | { type: "delta"; effectId: string; text: string }
  | { type: "pong" };

export interface Conversation {
  id: string;
  token: string;
}
