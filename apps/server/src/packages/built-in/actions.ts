import type { ActionKind } from "../kinds.ts";
import { type BuiltInPackage, choice, chosenFrom, count, optionsSchema, text } from "./definitions.ts";

const placeholders = "May hold placeholders, such as {{page.path}} or {{event.data.total}}.";

function action(
  kind: ActionKind,
  displayName: string,
  description: string,
  schema: Record<string, unknown>,
  version = "1.0.0",
): BuiltInPackage {
  return { kind, type: "ACTION", version, displayName, description, schema };
}

const link = {
  linkText: { type: "string", title: "Link text", maxLength: 120 },
  linkUrl: {
    type: "string",
    title: "Link address",
    description: "https, http, mailto or tel, or a path.",
    maxLength: 1_000,
  },
};

export const builtInActions: readonly BuiltInPackage[] = [
  action(
    "open-chat",
    "Open the chat",
    "Opens the chat widget on the page.",
    optionsSchema({
      widgetId: chosenFrom("widget", "Widget", "The widget to open; the page's own when empty."),
    }),
    "1.1.0",
  ),
  action(
    "message-chat",
    "Write in the chat",
    "Opens the chat widget and sends a message as the visitor.",
    optionsSchema(
      {
        text: text("Message", placeholders),
        widgetId: chosenFrom("widget", "Widget", "The page's own when empty."),
      },
      ["text"],
    ),
    "1.1.0",
  ),
  action(
    "show-banner",
    "Show a banner",
    "A line of text at the edge of the page. Text is shown as text: markup in it does nothing.",
    optionsSchema(
      {
        text: text("Text", placeholders),
        position: choice("Position", ["top", "bottom"], "bottom"),
        ...link,
        seconds: count("Hide after seconds (0: never)", 0, 600, 0),
      },
      ["text"],
    ),
  ),
  action(
    "show-modal",
    "Show a window",
    "A window over the page with a title and a text. Text is shown as text: markup in it does nothing.",
    optionsSchema(
      { title: text("Title", placeholders, 200), text: text("Text", placeholders, 5_000), ...link },
      ["title", "text"],
    ),
  ),
  action(
    "set-cookie",
    "Set a cookie",
    "Keeps a value in the visitor's browser.",
    optionsSchema(
      {
        name: { type: "string", title: "Name", pattern: "^[A-Za-z0-9_-]{1,64}$" },
        value: { type: "string", title: "Value", description: placeholders, maxLength: 1_000 },
        days: count("Days", 0, 400, 30),
      },
      ["name", "value"],
    ),
  ),
  action(
    "set-variable",
    "Set a variable",
    "Keeps a value for later runs in the environment: conditions and placeholders read it as variable.name.",
    optionsSchema(
      {
        name: { type: "string", title: "Name", pattern: "^[A-Za-z][A-Za-z0-9_]{0,63}$" },
        value: { type: ["string", "number", "boolean"], title: "Value", description: placeholders },
      },
      ["name", "value"],
    ),
  ),
  action(
    "analytics-event",
    "Record an analytics event",
    "Counts something: kept with the project, and pushed to the page's data layer when it has one.",
    optionsSchema(
      {
        name: text("Event name", "", 200),
        properties: { type: "object", title: "Properties", description: placeholders, default: {} },
      },
      ["name"],
    ),
  ),
  action(
    "http-request",
    "HTTP request",
    "Calls another system from the server. Secrets of the project are written {{secret.NAME}}.",
    optionsSchema(
      {
        url: text("Address", placeholders),
        method: choice("Method", ["GET", "POST", "PUT", "PATCH", "DELETE"], "POST"),
        headers: {
          type: "object",
          title: "Headers",
          additionalProperties: { type: "string", maxLength: 2_000 },
        },
        body: { title: "Body", description: `JSON or text. ${placeholders}` },
        seconds: count("Give up after seconds", 1, 30, 10),
      },
      ["url"],
    ),
  ),
  action(
    "send-email",
    "Send an e-mail",
    "Writes to one address.",
    optionsSchema(
      {
        to: text("To", placeholders, 320),
        subject: text("Subject", placeholders, 150),
        text: text("Text", placeholders, 5_000),
      },
      ["to", "subject", "text"],
    ),
  ),
  action(
    "start-bot-flow",
    "Start a bot flow",
    "Lets a bot take over the conversation at a node of its flow.",
    optionsSchema(
      {
        botId: chosenFrom("bot", "Bot"),
        node: text("Node", "Where to begin, by name; at the start when empty.", 200),
        conversationId: text("Conversation", "The conversation of the trigger when empty.", 100),
      },
      ["botId"],
    ),
    "1.1.0",
  ),
  action(
    "add-note",
    "Add a note to the conversation",
    "A note that people see and visitors do not.",
    optionsSchema(
      {
        text: text("Note", placeholders),
        conversationId: text("Conversation", "The conversation of the trigger when empty.", 100),
      },
      ["text"],
    ),
  ),
];
