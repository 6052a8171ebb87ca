// What a person is writing to a visitor.
import { useState } from "react";
import { keepText, readKeptText } from "../../shared/kept-text.ts";

export interface Draft {
  readonly text: string;
  /** The same id again after a failure is the same message, so nothing is said twice. */
  readonly messageId: string;
}

export const newMessageId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );

const draftOf = (text: string): Draft => ({ text, messageId: newMessageId() });

export function useDraft(conversationId: string) {
  const [draft, setDraft] = useState(() => draftOf(readKeptText(`answer-${conversationId}`)));
  const show = (next: Draft) => {
    keepText(`answer-${conversationId}`, next.text);
    return next;
  };
  return {
    draft,
    write: (text: string) => setDraft(show(draftOf(text))),
    /** What was typed while the message was on its way stays. */
    sent: (said: Draft) =>
      setDraft(({ text }) =>
        show(draftOf(text.startsWith(said.text) ? text.slice(said.text.length).trimStart() : text)),
      ),
  };
}
