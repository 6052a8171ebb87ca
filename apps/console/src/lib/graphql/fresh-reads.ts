// The newest answer wins. A read that was overtaken on its way, by a change or by a newer read of the same, may tell
// of the time before; shown last, it would stay on the page.
type Answer = { text: string; status: number; headers: Headers };

export function createFreshReads() {
  let changes = 0;
  const reads = new Map<string, { newest: Promise<Answer>; pending: number }>();

  const readAfterChanges = async (send: () => Promise<Response>): Promise<Answer> => {
    for (;;) {
      const before = changes;
      const answer = await wholeOf(await send());
      if (changes === before) return answer;
    }
  };

  return {
    /** Something was changed, or may have been. */
    noteChange: () => {
      changes++;
    },
    read: async (question: string, send: () => Promise<Response>): Promise<Response> => {
      const own = readAfterChanges(send);
      const asked = reads.get(question) ?? { newest: own, pending: 0 };
      asked.newest = own;
      asked.pending++;
      reads.set(question, asked);
      try {
        await own.catch(() => undefined);
        const { text, ...rest } = await asked.newest;
        return new Response(text, rest);
      } finally {
        asked.pending--;
        if (asked.pending === 0) reads.delete(question);
      }
    },
  };
}

async function wholeOf(response: Response): Promise<Answer> {
  return { text: await response.text(), status: response.status, headers: response.headers };
}
