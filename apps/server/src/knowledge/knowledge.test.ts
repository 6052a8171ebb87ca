import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#platform/ids.ts";
import { startTestingModel, type TestingModel } from "#testing/model.ts";
import { anAccount, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { loseWorker } from "#testing/lost-worker.ts";
import { aCredential, aKnowledgeFile, aSolution, aStudio, providers, type Studio } from "#testing/studio.ts";
import { vectorsOf } from "./embeddings.ts";

let server: TestServer;
let studio: Studio;
let model: TestingModel;

beforeAll(async () => {
  server = await startTestServer();
  studio = await aStudio(server);
  model = await startTestingModel();
});
afterAll(async () => {
  await model.stop();
  await server.stop();
});

const files = `query KnowledgeFiles($projectId: ID!) { knowledgeFiles(projectId: $projectId) {
  id status errorCode error chunkCount characters embeddingModel file { originalName } } }`;

interface File {
  id: string;
  status: string;
  errorCode: string | null;
  error: string | null;
  chunkCount: number;
  embeddingModel: string;
}
async function fileOf(id: string): Promise<File> {
  const found = await studio.run<{ knowledgeFiles: File[] }>(files, { projectId: studio.projectId });
  const file = found.knowledgeFiles.find((it) => it.id === id);
  if (!file) throw new Error("no file");
  return file;
}

interface Search {
  searchKnowledge: {
    hits: {
      score: number;
      meaningScore: number | null;
      chunk: { title: string; content: string; heading: string };
    }[];
  };
}
const search = async (fileIds: string[], question: string, credentialId?: string) =>
  (
    await studio.run<Search>(
      `query SearchKnowledge($projectId: ID!, $fileIds: [ID!]!, $question: String!, $credentialId: ID) {
        searchKnowledge(projectId: $projectId, fileIds: $fileIds, question: $question, credentialId: $credentialId) {
          hits { score meaningScore chunk { title heading content } } ms } }`,
      { projectId: studio.projectId, fileIds, question, credentialId },
    )
  ).searchKnowledge.hits;

it("keeps the vectors of a file once, however many search in it at once", async () => {
  const file = newId();
  const [one, other] = await Promise.all([
    vectorsOf(server.db, file, null),
    vectorsOf(server.db, file, null),
  ]);
  expect(other).toBe(one);
});

describe("documents", () => {
  it("of every kind become passages under their headings", async () => {
    const markdown = await aKnowledgeFile(
      server,
      studio,
      "a.md",
      "# Luggage\n\n## Cabin\n\nOne small bag.\n\n## Hold\n\nOne bag of 23 kg.",
    );
    const html = await aKnowledgeFile(
      server,
      studio,
      "b.html",
      "<html><head><title>t</title><script>steal()</script></head><body><h1>Pets</h1><p>Dogs &amp; cats cost 60&nbsp;&euro;.</p></body></html>",
    );
    const csv = await aKnowledgeFile(server, studio, "c.csv", 'city,"opening hours"\nOslo,"9, until 17"\n');
    const docx = await aKnowledgeFile(
      server,
      studio,
      "d.docx",
      documentWith("Seats can be chosen for free."),
    );
    const pdf = await aKnowledgeFile(server, studio, "e.pdf", pdfWith("Refunds take seven days."));
    for (const id of [markdown, html, csv, docx, pdf])
      expect(await fileOf(id)).toMatchObject({ status: "INDEXED", error: null });
    const chunks = await studio.run<{ knowledgeChunks: { heading: string; content: string }[] }>(
      `query KnowledgeChunks($id: ID!) { knowledgeChunks(fileId: $id) { heading content } }`,
      { id: markdown },
    );
    expect(chunks.knowledgeChunks).toEqual([
      { heading: "Luggage › Cabin", content: "One small bag." },
      { heading: "Luggage › Hold", content: "One bag of 23 kg." },
    ]);
    const first = async (id: string, question: string) => (await search([id], question))[0]?.chunk;
    expect(await first(html, "dogs")).toMatchObject({ heading: "Pets", content: "Dogs & cats cost 60 €." });
    expect((await first(csv, "Oslo hours"))?.content).toBe("city: Oslo\nopening hours: 9, until 17");
    expect((await first(docx, "seats"))?.content).toBe("Seats can be chosen for free.");
    expect(await first(pdf, "refund")).toMatchObject({
      heading: "page 1",
      content: "Refunds take seven days.",
    });
  });

  it("that cannot be read say why, by a name that stays", async () => {
    const broken = await aKnowledgeFile(server, studio, "broken.pdf", "%PDF-1.4\nnothing here");
    expect(await fileOf(broken)).toMatchObject({ status: "FAILED", errorCode: "pdf_damaged" });
    const locked = await aKnowledgeFile(server, studio, "locked.pdf", encryptedPdf());
    expect(await fileOf(locked)).toMatchObject({ status: "FAILED", errorCode: "pdf_encrypted" });
    const bomb = await aKnowledgeFile(
      server,
      studio,
      "bomb.docx",
      zip("word/document.xml", Buffer.alloc(210 * 1024 * 1024)),
    );
    expect(await fileOf(bomb)).toMatchObject({ status: "FAILED", errorCode: "archive_too_large" });
    const empty = await aKnowledgeFile(server, studio, "empty.txt", "   \n\n");
    expect(await fileOf(empty)).toMatchObject({ status: "FAILED", errorCode: "no_text" });
  });

  it("that are no documents, or too large, are refused at once", async () => {
    await expect(aKnowledgeFile(server, studio, "x.exe", Buffer.from([0, 1, 2, 3]))).rejects.toThrow(
      /Only PDF, DOCX/,
    );
    await expect(aKnowledgeFile(server, studio, "x.txt", "a".repeat(26 * 1024 * 1024))).rejects.toThrow(
      /larger than 25 MB/,
    );
  });

  it("belong to their project: others find nothing, and one in use stays", async () => {
    const id = await aKnowledgeFile(server, studio, "mine.md", "The password hint is walrus.");
    const stranger = await aUser(server, {
      accountId: await anAccount(server),
      roleKeys: ["organization_admin"],
    });
    const foreign = await server.graphql(
      `query KnowledgeChunks($id: ID!) { knowledgeChunks(fileId: $id) { content } }`,
      { id },
      { userId: stranger },
    );
    expect(foreign.errors[0]?.extensions["code"]).toBe("NOT_FOUND");
    const other = await aStudio(server);
    const searched = await other.run<Search>(
      `query SearchKnowledge($projectId: ID!, $fileIds: [ID!]!) { searchKnowledge(projectId: $projectId, fileIds: $fileIds, question: "walrus") { hits { score } } }`,
      { projectId: other.projectId, fileIds: [id] },
    );
    expect(searched.searchKnowledge.hits).toEqual([]);
    const solution = await aSolution(studio, { fileIds: [id] });
    const remove = `mutation DeleteKnowledgeFile($id: ID!) { deleteKnowledgeFile(fileId: $id) }`;
    await expect(studio.run(remove, { id })).rejects.toThrow(/is used by/);
    await studio.run(`mutation DeleteSolution($id: ID!) { deleteSolution(solutionId: $id) }`, {
      id: solution.id,
    });
    await expect(studio.run(remove, { id })).resolves.toEqual({ deleteKnowledgeFile: id });
  });
});

describe("search", () => {
  it("prefers the passage that covers the rare words, and forgives a misspelling", async () => {
    const many = Array.from(
      { length: 40 },
      (_, n) => `## Topic ${n}\n\nThe flight number ${n} leaves the gate in the morning.`,
    ).join("\n\n");
    const id = await aKnowledgeFile(
      server,
      studio,
      "many.md",
      `${many}\n\n## Wheelchairs\n\nA wheelchair waits at the gate.`,
    );
    expect((await search([id], "is there a wheelchair at the gate of my flight"))[0]?.chunk.heading).toBe(
      "Wheelchairs",
    );
    expect((await search([id], "weelchair"))[0]?.chunk.heading).toBe("Wheelchairs");
    expect(await search([id], "zzzz qqqq")).toEqual([]);
    expect(await search([id], "'; drop table x; -- \\ :* & | !")).toBeInstanceOf(Array);
  });

  it("adds meaning where the credential offers embeddings, and lives without it", async () => {
    const credentialId = await aCredential(studio, {
      llmProviderId: providers.openaiCompatible,
      model: "test-model",
      embeddingModel: "test-embedding",
      baseUrl: model.url,
    });
    const id = await aKnowledgeFile(
      server,
      studio,
      "m.md",
      "# One\n\nBaggage allowance rules.\n\n# Two\n\nWeather in Oslo.",
    );
    await studio.run(
      `mutation ReindexKnowledgeFile($id: ID!, $credentialId: ID) { reindexKnowledgeFile(fileId: $id, credentialId: $credentialId) { id } }`,
      {
        id,
        credentialId,
      },
    );
    await expect
      .poll(async () => (await fileOf(id)).embeddingModel, { timeout: 15_000 })
      .toBe("test-embedding");
    const [best] = await search([id], "allowance for baggage", credentialId);
    expect(best?.meaningScore).toBeGreaterThan(0.3);
    expect(best?.chunk.heading).toBe("One");
    expect((await search([id], "allowance for baggage"))[0]?.meaningScore).toBeNull();
  });
});

it("goes on with the indexing of a worker that was killed", async () => {
  const credentialId = await aCredential(studio, {
    llmProviderId: providers.openaiCompatible,
    model: "test-model",
    embeddingModel: "test-embedding",
    baseUrl: model.url,
  });
  const id = await aKnowledgeFile(server, studio, "killed.md", "# One\n\nFerries leave at noon.");
  model.mode = "embeddings-hang";
  const started = await studio.run<{ reindexKnowledgeFile: { jobId: string } }>(
    `mutation ReindexKnowledgeFile($id: ID!, $credentialId: ID) {
      reindexKnowledgeFile(fileId: $id, credentialId: $credentialId) { jobId } }`,
    { id, credentialId },
  );
  await expect.poll(async () => (await fileOf(id)).status).toBe("INDEXING");
  // What was indexed before is still found while the new index is being made.
  expect(await search([id], "ferries at noon")).toHaveLength(1);
  model.mode = "answer";
  await loseWorker(server, started.reindexKnowledgeFile.jobId);
  await expect.poll(() => fileOf(id)).toMatchObject({ status: "INDEXED", embeddingModel: "test-embedding" });
  expect(await search([id], "ferries at noon")).toHaveLength(1);
});

function documentWith(text: string): Buffer {
  const xml = `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  return zip("word/document.xml", Buffer.from(xml));
}

/** An archive with one packed entry. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const crc = crc32(content);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(content.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  const body = Buffer.concat([header, Buffer.from(name), packed]);
  const directory = Buffer.concat([entry, Buffer.from(name)]);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(body.length, 16);
  return Buffer.concat([body, directory, end]);
}

function crc32(content: Buffer): number {
  let crc = ~0;
  for (const byte of content.length > 1_000_000 ? [] : content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function pdfWith(text: string): Buffer {
  const stream = `BT /F1 12 Tf 20 100 Td (${text}) Tj ET`;
  return pdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ]);
}

function encryptedPdf(): Buffer {
  const key = "ab".repeat(32);
  return pdf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [] /Count 0 >>",
      `<< /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${key}> /U <${key}> >>`,
    ],
    `/Encrypt 3 0 R /ID [<${"01".repeat(16)}> <${"01".repeat(16)}>]`,
  );
}

function pdf(objects: readonly string[], trailer = ""): Buffer {
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, "0")} 00000 n \n`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
