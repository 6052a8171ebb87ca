// The newest answer wins. A read that was overtaken on its way, by a change or by a newer read of the same, may tell
// of the time before; shown last, it would stay on the page.
type Asked = { newest: Promise<Response> | undefined; pending: number };

export function createFreshReads() {
  let changes = 0;
  const reads = new Map<string, Asked>();

  /** Once it is not the newest any more, a newer read answers for it. */
  const readAfterChanges = async (send: () => Promise<Response>, isNewest: () => boolean) => {
    for (;;) {
      const before = changes;
      const answer = await send();
      if (changes === before || !isNewest()) return answer;
    }
  };

  return {
    /** Something was changed, or may have been. */
    noteChange: () => {
      changes++;
    },
    /** `send` answers with a body that is whole: it is copied for everyone who asked. */
    read: async (question: string, send: () => Promise<Response>): Promise<Response> => {
      const asked: Asked = reads.get(question) ?? { newest: undefined, pending: 0 };
      const own = readAfterChanges(send, () => asked.newest === own);
      asked.newest = own;
      asked.pending++;
      reads.set(question, asked);
      try {
        await own.catch(() => undefined);
        return (await asked.newest).clone();
      } finally {
        asked.pending--;
        if (asked.pending === 0) reads.delete(question);
      }
    },
  };
}
