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

export async function openFile(conversation: Conversation, fileId: string, name: string): Promise<void> {
  const url = await contentOf(conversation, fileId);
  if (url === undefined) return;
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 5_000);
}

/** Loaded once it comes into sight; until then, and if it cannot be had, its name stands there. */
export function showPicture(
  conversation: Conversation,
  fileId: string,
  name: string,
  holder: HTMLElement,
): void {
  const watch = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    void contentOf(conversation, fileId).then((url) => {
      if (url === undefined) return;
      const image = document.createElement("img");
      image.alt = name;
      image.src = url;
      holder.replaceChildren(image);
    });
  });
  watch.observe(holder);
}

async function contentOf(conversation: Conversation, fileId: string): Promise<string | undefined> {
  const response = await fetch(`/chat/files/${fileId}`, { headers: headersOf(conversation) }).catch(
    () => undefined,
  );
  return response?.ok ? URL.createObjectURL(await response.blob()) : undefined;
}
