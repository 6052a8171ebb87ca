// What visitors really asked, with the answer they got as the measure for a judge. Personal data is masked, as
// everywhere else where conversations are read (decision 075).
import { sql } from "kysely";
import { maskText } from "#domains/history";
import type { Db } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import type { NewCase } from "./cases.ts";

const mostConversations = 50;
const mostCases = 200;

export async function casesFromConversations(
  db: Db,
  projectId: string,
  conversationIds: readonly string[],
): Promise<NewCase[]> {
  const { rows } = await sql<{ asked: string; answered: string }>`
    select m.text as asked, a.text as answered
    from conversation_messages m join conversations c on c.id = m.conversation_id and c.project_id = ${projectId},
      lateral (select string_agg(b.text, E'\n' order by b.sequence) as text from conversation_messages b
        where b.conversation_id = m.conversation_id and b.author = 'bot' and b.text <> '' and b.sequence > m.sequence
          and b.sequence < coalesce((select min(n.sequence) from conversation_messages n
            where n.conversation_id = m.conversation_id and n.author = 'visitor' and n.sequence > m.sequence), 2147483647)) a
    where m.conversation_id = any(${conversationIds.slice(0, mostConversations)}) and m.author = 'visitor'
      and length(m.text) between 2 and 4000 and a.text is not null
    order by m.conversation_id, m.sequence limit ${mostCases}`.execute(db);
  return rows.map(({ asked, answered }) => ({
    id: newId(),
    input: maskText(asked.trim()),
    expectation: "JUDGE",
    expected: `The answer gives the same information as this one: ${maskText(answered.slice(0, 8_000))}`,
    source: "CONVERSATION",
  }));
}
