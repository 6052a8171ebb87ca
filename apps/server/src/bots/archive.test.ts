// Threat: an archive from elsewhere that writes outside its version, fills the memory, or leaves half a version.
import { randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aBotProject, type BotProject } from "./testing.ts";
import { readZip, writeZip, ZipProblem } from "#platform/zip.ts";

let place: BotProject;
beforeAll(async () => {
  place = await aBotProject();
});
afterAll(() => place.server.stop());

const limits = { maxEntries: 10, maxEntryBytes: 1_000_000, maxTotalBytes: 2_000_000 };
const file = (name: string, content = "{}") => ({ name, content: Buffer.from(content) });

describe("zip", () => {
  it("reads what it wrote, in any script", async () => {
    const entries = [
      file("intents/приветствие.txt", "привет 👋\n"),
      file("config.json"),
      file("empty.txt", ""),
    ];
    expect(await readZip(await writeZip(entries), limits)).toEqual(entries);
  });

  const refused: Record<string, () => Buffer | Promise<Buffer>> = {
    nothing: () => Buffer.alloc(0),
    text: () => Buffer.from("hello"),
    "half an archive": async () => (await writeZip([file("config.json", "x".repeat(500))])).subarray(0, 40),
    "a changed byte": async () => flipped(await writeZip([file("config.json", "abcdefgh")]), 45),
    "a directory that points outside": async () =>
      pointedAt(await writeZip([file("config.json")]), 0xfffffff),
    "too many files": () => writeZip(Array.from({ length: 11 }, (_, index) => file(`${index}`))),
    "too large a file": () => writeZip([file("a", "x".repeat(1_000_001))]),
    "too large together": () => writeZip(["a", "b", "c"].map((name) => file(name, "x".repeat(900_000)))),
    "a size that lies": lying,
  };
  it.each(Object.entries(refused))("refuses %s", async (_, archive) => {
    await expect(readZip(await archive(), limits)).rejects.toThrow(ZipProblem);
  });

  it("packs and unpacks while the event loop goes on", async () => {
    const entries = [{ name: "large", content: randomBytes(24_000_000) }];
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const archive = await writeZip(entries);
    const turnsWhilePacking = turns;
    await readZip(archive, { ...limits, maxEntryBytes: 30_000_000, maxTotalBytes: 30_000_000 });
    clearInterval(timer);
    expect(turnsWhilePacking).toBeGreaterThan(3);
    expect(turns).toBeGreaterThan(turnsWhilePacking);
  });
});

describe("a version as one zip", () => {
  it("goes out and comes back as a new version with the same files", async () => {
    const bot = await place.aBot();
    await place.putFiles(bot.latestVersionId, [
      { filePath: "intents/greeting.txt", content: "hello\nhi\n" },
      { filePath: "scripts/a.js", content: "say('hi')\n" },
    ]);
    const before = await place.version(bot.latestVersionId);
    const out = await place.run<{ exportVersion: { data: { base64: string; fileName: string } } }>(
      `query ExportVersion($versionId: ID!, $projectId: ID!) { exportVersion(versionId: $versionId, projectId: $projectId) { data } }`,
      { versionId: bot.latestVersionId },
    );
    expect(out.exportVersion.data.fileName).toMatch(/-version-1\.zip$/);
    const other = await place.aBot();
    const zip = Buffer.from(out.exportVersion.data.base64, "base64");
    const { id } = await place.importZip(other.id, zip);
    const after = await place.version(id ?? "");
    expect([after.number, after.contentHash]).toEqual([2, before.contentHash]);
  });

  it("brings the assets it names, under new ids that its flow then uses", async () => {
    const bot = await place.aBot();
    const old = "01900000-0000-7000-8000-00000000aaaa";
    const { id } = await place.importZip(
      bot.id,
      await writeZip([
        file("config.json"),
        file("flow.json", `{"nodes":[],"note":"${old}"}`),
        file(`assets/${old}/price list.txt`, "everything is free"),
      ]),
    );
    const flow = await place.fileOf(id ?? "", "flow.json");
    expect(flow).not.toContain(old);
    const [asset] = await place.assets(bot.id);
    expect(asset).toMatchObject({ name: "price list.txt", usedIn: [{ number: 2 }] });
    expect(flow).toContain(asset?.id);
  });

  it.each([
    ["../../etc/passwd", /may not leave its version/],
    ["/config.json", /may not leave its version/],
    ["intents\\a.txt", /may not leave its version/],
    ["readme.md", /A version holds/],
    ["scripts/../config.json", /may not leave its version/],
    ["scripts/run.sh", /Scripts are named like/],
    [`assets/01900000-0000-7000-8000-00000000aaaa/page.html`, /an asset is a picture/],
  ])("refuses %s and writes nothing", async (name, sentence) => {
    const bot = await place.aBot();
    const { error } = await place.importZip(
      bot.id,
      await writeZip([file("config.json"), file(name, "<html><script>alert(1)</script></html>")]),
    );
    expect(error).toMatch(sentence);
    expect((await place.versions(bot.id)).length).toBe(1);
  });

  it("takes a folder packed by hand and ignores what systems add", async () => {
    const bot = await place.aBot();
    const { id } = await place.importZip(
      bot.id,
      await writeZip([
        file("bot/config.json"),
        file("bot/intents/a.txt", "one\n"),
        file("__MACOSX/bot/._config.json"),
      ]),
    );
    expect((await place.version(id ?? "")).files.map(({ filePath }) => filePath)).toEqual([
      "config.json",
      "intents/a.txt",
    ]);
  });
});

describe("intents", () => {
  it.each(["CSV", "RASA_YAML"])("go out as %s and come back the same", async (format) => {
    const [from, to] = [await place.aBot(), await place.aBot()];
    const intents = [
      { filePath: "intents/buy.txt", content: 'I want "this", please\nkaufen\n' },
      { filePath: "intents/hello.txt", content: "hello\n你好 👋\n" },
    ];
    await place.putFiles(from.latestVersionId, intents);
    const { exportIntents } = await place.run<{ exportIntents: { data: { content: string } } }>(
      `query ExportIntents($versionId: ID!, $projectId: ID!, $format: IntentFormat!) { exportIntents(versionId: $versionId, projectId: $projectId, format: $format) { data } }`,
      { versionId: from.latestVersionId, format },
    );
    await place.run(
      `mutation ImportIntents($projectId: ID!, $versionId: ID!, $format: IntentFormat!, $content: String!) { importIntents(projectId: $projectId, versionId: $versionId, format: $format, content: $content) { data messages } }`,
      { versionId: to.latestVersionId, format, content: exportIntents.data.content },
    );
    for (const { filePath, content } of intents)
      expect(await place.fileOf(to.latestVersionId, filePath)).toBe(content);
  });
});

function flipped(archive: Buffer, at: number): Buffer {
  const copy = Buffer.from(archive);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}

function pointedAt(archive: Buffer, offset: number): Buffer {
  const copy = Buffer.from(archive);
  copy.writeUInt32LE(offset, copy.length - 6);
  return copy;
}

/** Ten megabytes that call themselves ten bytes. */
async function lying(): Promise<Buffer> {
  const packed = deflateRawSync(Buffer.alloc(10_000_000));
  const archive = await writeZip([{ name: "bomb", content: Buffer.alloc(10_000_000) }]);
  const central = 30 + 4 + packed.length;
  archive.writeUInt32LE(10, central + 24);
  return archive;
}
