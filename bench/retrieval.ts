// Finding the passage a question was made from among 10,000: time and recall@5, beside PostgreSQL's own ranking of
// the same words in the same run.
import { sql } from "kysely";
import { searchFiles } from "../apps/server/src/knowledge/index.ts";
import { makeCorpus, type Question } from "./corpus.ts";
import { type Bench, percentile } from "./measure.ts";
import { addFile, type BenchStudio, withStudio } from "./studio.ts";

const chunkCount = 10_000;
const perFile = 200;
const questionCount = 300;
const goalMs = 20;

type Find = (question: string) => Promise<readonly { fileId: string; position: number }[]>;

export const bench: Bench = {
  name: "retrieval",
  goal: `p50 at most ${goalMs} ms over ${chunkCount} chunks`,
  run: () =>
    withStudio(async (studio) => {
      const corpus = makeCorpus(chunkCount);
      const fileIds: string[] = [];
      for (let at = 0; at < chunkCount; at += perFile)
        fileIds.push(await addFile(studio, `file-${at}.md`, corpus.chunks.slice(at, at + perFile)));
      await sql`analyze`.execute(studio.services.db);
      const questions = corpus.questions(questionCount);
      const place = (target: number) => ({
        fileId: fileIds[Math.floor(target / perFile)] ?? "",
        position: target % perFile,
      });
      const ours = await measure(questions, place, parleySearch(studio, fileIds));
      const plain = await measure(questions.slice(0, 40), place, plainSearch(studio, fileIds));
      return {
        table: [
          { search: "Parley", ...ours },
          { search: "ts_rank_cd over any of the words", ...plain },
        ],
        figure: `p50 ${ours["p50 ms"]} ms, recall@5 ${ours["recall@5"]}`,
        passed: ours["p50 ms"] <= goalMs,
      };
    }),
};

function parleySearch({ services, projectId }: BenchStudio, fileIds: readonly string[]): Find {
  return (question) => searchFiles(services, { projectId, fileIds, question, limit: 5 });
}

function plainSearch({ services }: BenchStudio, fileIds: readonly string[]): Find {
  return async (question) => {
    const { rows } = await sql<{ fileId: string; position: number }>`
      select c.file_id as "fileId", c.position from knowledge_chunks c,
        (select replace(plainto_tsquery('english', ${question})::text, '&', '|')::tsquery as q) asked
      where c.file_id = any(${fileIds}) and c.search @@ q order by ts_rank_cd(c.search, q) desc, c.id limit 5`.execute(
      services.db,
    );
    return rows;
  };
}

async function measure(
  questions: readonly Question[],
  place: (target: number) => { fileId: string; position: number },
  find: Find,
) {
  for (const question of questions.slice(0, 20)) await find(question.text);
  const times: number[] = [];
  let found = 0;
  for (const question of questions) {
    const began = performance.now();
    const hits = await find(question.text);
    times.push(performance.now() - began);
    const { fileId, position } = place(question.target);
    if (hits.some((hit) => hit.fileId === fileId && hit.position === position)) found += 1;
  }
  const ms = (share: number) => Number(percentile(times, share).toFixed(1));
  return { "p50 ms": ms(0.5), "p95 ms": ms(0.95), "recall@5": (found / questions.length).toFixed(3) };
}
