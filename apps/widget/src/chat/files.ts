// Files go to and come from the server with the conversation's token, never by an address alone.
import type { Conversation } from "./frames.ts";

const headersOf = ({ id, token }: Conversation) => ({
  authorization: `Bearer ${token}`,
  "x-conversation": id,
});

export async function uploadFile(
  conversation: Conversation,
  file: File,
): Promise<{ fileId: string } | { error: string }> {
  try {
    const response = await fetch(`/chat/files?name=${encodeURIComponent(file.name.slice(0, 200))}`, {
      method: "POST",
      headers: { ...headersOf(conversation), "content-type": "application/octet-stream" },
      body: file,
    });
    const answer = (await response.json()) as {
      fileId?: string;
      message?: string;
      errors?: { message: string }[];
    };
    if (answer.fileId) return { fileId: answer.fileId };
    return { error: answer.message ?? answer.errors?.[0]?.message ?? "The file could not be sent." };
  } catch {
    return { error: "The file could not be sent. Check your connection." };
  }
}

export async function openFile(
  conversation: Conversation,
  fileId: string,
  holder: HTMLElement,
  isImage: boolean,
): Promise<void> {
  const response = await fetch(`/chat/files/${fileId}`, { headers: headersOf(conversation) });
  if (!response.ok) return;
  const url = URL.createObjectURL(await response.blob());
  if (isImage) {
    const image = document.createElement("img");
    image.src = url;
    image.alt = holder.textContent ?? "";
    holder.replaceChildren(image);
    return;
  }
  const link = document.createElement("a");
  link.href = url;
  link.download = holder.textContent ?? "file";
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 5_000);
}
