import type { Message } from "./frames.ts";

/** Everything that was said, as a text file. */
export function downloadTranscript(messages: readonly Message[], title: string): void {
  const lines = messages.flatMap(({ author, authorName, content, createdAt }) => {
    const words = wordsOf(content);
    if (!words) return [];
    const who = authorName || { visitor: "You", bot: "Assistant", agent: "Colleague", system: "—" }[author];
    return `[${new Date(createdAt).toLocaleString()}] ${who}: ${words}`;
  });
  const url = URL.createObjectURL(new Blob([`${title}\n\n${lines.join("\n")}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "conversation.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

function wordsOf(content: Message["content"]): string {
  if (content.type === "text" || content.type === "notice") return content.text;
  if (content.type === "choice") return content.label;
  if (content.type === "file") return content.name ?? "File";
  if (content.type === "form") return Object.values(content.values).join(", ");
  return "";
}
