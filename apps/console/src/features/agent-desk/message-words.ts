// What a message says, for the person who answers. Shapes: docs/chat-protocol.md.
import { z } from "zod";

const plain = z
  .unknown()
  .transform((value) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "",
  );

const content = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("choice"), label: z.string() }),
  z.object({ type: z.literal("form"), values: z.record(z.string(), plain) }),
  z.object({ type: z.literal("file"), name: z.string() }),
  z.object({ type: z.literal("notice"), text: z.string() }),
  z.object({ type: z.literal("asset"), assetType: z.string(), content: z.record(z.string(), z.unknown()) }),
  z.object({ type: z.literal("quick-replies"), choices: z.array(z.object({ label: z.string() })) }),
]);

/** undefined for what only steers the widget, and for shapes a newer server may send. */
export function messageWords(value: unknown): string | undefined {
  const parsed = content.safeParse(value);
  if (!parsed.success) return undefined;
  const said = parsed.data;
  switch (said.type) {
    case "text":
    case "notice":
      return said.text;
    case "choice":
      return said.label;
    case "form":
      return Object.entries(said.values)
        .map(([name, answer]) => `${name}: ${answer}`)
        .join("\n");
    case "file":
      return said.name;
    case "asset":
      return (
        [said.content["title"], said.content["text"], said.content["label"], said.content["url"]]
          .filter((part) => typeof part === "string" && part !== "")
          .join("\n") || said.assetType
      );
    case "quick-replies":
      return said.choices.map(({ label }) => label).join(" · ");
  }
}

const sentFile = z.object({ type: z.literal("file"), fileId: z.uuid() });

/** Where the file of a message is, for those at the desk. */
export function fileAddress(value: unknown, apiUrl: string): string | undefined {
  const parsed = sentFile.safeParse(value);
  return parsed.success ? `${apiUrl}/chat/files/${parsed.data.fileId}` : undefined;
}

const identity = z.object({
  name: z.string().optional(),
  email: z.string().optional(),
  id: z.string().optional(),
});

/** What the page proved about the visitor, or undefined. */
export function visitorName(visitorIdentity: unknown): string | undefined {
  const parsed = identity.safeParse(visitorIdentity);
  return parsed.success ? (parsed.data.name ?? parsed.data.email ?? parsed.data.id) : undefined;
}
