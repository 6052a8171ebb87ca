import type { TriggerKind } from "../kinds.ts";
import { type BuiltInPackage, count, optionsSchema, text } from "./definitions.ts";

const addresses = (title: string, description: string) => ({
  type: "array",
  title,
  description,
  maxItems: 50,
  items: { type: "string", minLength: 1, maxLength: 500 },
});

const onPages = {
  urls: addresses(
    "Only on",
    "Addresses or paths; * stands for anything, as in /cart/* or https://shop.example.org/*.",
  ),
  exceptUrls: addresses("Except on", "Addresses or paths where it stays silent."),
};

const once = { type: "boolean", title: "Once per visit", default: true };

function trigger(
  kind: TriggerKind,
  displayName: string,
  description: string,
  schema: Record<string, unknown>,
): BuiltInPackage {
  return { kind, type: "TRIGGER", version: "1.0.0", displayName, description, schema };
}

export const builtInTriggers: readonly BuiltInPackage[] = [
  trigger(
    "page-view",
    "Page view",
    "A visitor opens a page, or a single-page site changes its address.",
    optionsSchema({ ...onPages }),
  ),
  trigger(
    "time-on-page",
    "Time on page",
    "A visitor has looked at a page for some time.",
    optionsSchema({ seconds: count("Seconds", 1, 3_600, 30), ...onPages }, ["seconds"]),
  ),
  trigger(
    "scroll-depth",
    "Scroll depth",
    "A visitor has scrolled through part of a page.",
    optionsSchema({ percent: count("Percent of the page", 1, 100, 50), ...onPages }, ["percent"]),
  ),
  trigger(
    "click",
    "Click",
    "A visitor clicks on an element.",
    optionsSchema({ selector: text("CSS selector", "Such as #buy or .contact a.", 500), once, ...onPages }, [
      "selector",
    ]),
  ),
  trigger(
    "exit-intent",
    "Exit intent",
    "The pointer leaves the page at its top.",
    optionsSchema({ ...onPages }),
  ),
  trigger(
    "custom-event",
    "Custom event",
    "The page calls Parley.event(name, data).",
    optionsSchema({ name: text("Event name", "As the page says it.", 200), ...onPages }, ["name"]),
  ),
  trigger(
    "schedule",
    "Schedule",
    "At set times, in the project's time zone.",
    optionsSchema(
      {
        cron: text(
          "When",
          "Minute, hour, day of month, month, day of week: 0 9 * * 1-5 is every working day at nine.",
          100,
        ),
      },
      ["cron"],
    ),
  ),
  trigger(
    "webhook",
    "Incoming webhook",
    "Another system calls a signed address.",
    optionsSchema({
      signature: {
        type: "string",
        title: "Signature",
        description:
          "Required: calls carry X-Parley-Signature. Optional: the secret address alone is enough.",
        enum: ["required", "optional"],
        default: "required",
      },
    }),
  ),
  trigger(
    "conversation-started",
    "Conversation started",
    "A visitor begins a conversation.",
    optionsSchema({}),
  ),
  trigger("conversation-ended", "Conversation ended", "A conversation is closed.", optionsSchema({})),
  trigger(
    "conversation-handed-off",
    "Conversation handed off",
    "A bot gives a conversation to a person.",
    optionsSchema({}),
  ),
  trigger(
    "conversation-message",
    "Message matched",
    "A visitor writes a message that contains a text.",
    optionsSchema({
      text: text(
        "Contains",
        "Without regard to case; * stands for anything. Empty matches every message.",
        500,
      ),
    }),
  ),
];
