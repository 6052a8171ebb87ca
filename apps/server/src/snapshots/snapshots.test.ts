import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pg from "pg";
import { inject } from "vitest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldChanges } from "#domains/history";
import { createFiles } from "#platform/files/files.ts";
import { newId } from "#platform/ids.ts";
import { anAccount, anAdmin, aUser } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { restoreSnapshot } from "./restore.ts";
import { quoted, tablesOf } from "./tables.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer({ withDemo: true });
  folder = await mkdtemp(join(tmpdir(), "parley-restore-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const make = /* GraphQL */ `
  mutation MakeDbSnapshot {
    makeDbSnapshot {
      id
      status
    }
  }
`;
const list = /* GraphQL */ `
  query GetDbSnapshots {
    dbSnapshots {
      id
      status
      fileName
      tableCount
      rowCount
      fileCount
    }
  }
`;
interface Listed {
  dbSnapshots: { id: string; status: string; fileName: string; fileCount: number; rowCount: number }[];
}

async function anEmptyDatabase(): Promise<string> {
  const url = new URL(inject("databaseServerUrl"));
  const name = `restore_${Math.random().toString(36).slice(2)}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return url.href;
}

/** Every row of every table, as text; jobs and the outbox move on while a snapshot is taken. */
async function contentOf(databaseUrl: string): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const content: Record<string, string[]> = {};
    for (const { name, columns } of await tablesOf(client)) {
      if (["jobs", "outbox"].includes(name)) continue;
      const { rows } = await client.query<{ row: string }>(
        `select row(${columns.map(quoted).join(", ")})::text as row from ${quoted(name)} order by 1`,
      );
      content[name] = rows.map(({ row }) => row);
    }
    return content;
  } finally {
    await client.end();
  }
}

/** The demo starts jobs of its own; what they write while a snapshot is taken would only be in one of the two. */
async function untilQuiet(): Promise<void> {
  await expect
    .poll(
      async () =>
        (
          await server.db
            .selectFrom("jobs")
            .select("id")
            .where("status", "in", ["QUEUED", "RUNNING"])
            .execute()
        ).length,
      { timeout: 60_000, interval: 200 },
    )
    .toBe(0);
  // What the demo's visitors said becomes history and figures a little later.
  await expect.poll(() => foldChanges(server.db)).toBe(0);
}

async function rootAdmin(): Promise<string> {
  const root = await server.db
    .selectFrom("accounts")
    .select("id")
    .where("parent_id", "is", null)
    .executeTakeFirstOrThrow();
  return anAdmin(server, root.id);
}

async function takeOne(userId: string): Promise<string> {
  const started = await server.graphql(make, {}, { userId });
  expect(started.errors).toEqual([]);
  let fileName = "";
  await expect
    .poll(
      async () => {
        const [newest] = (await server.graphql<Listed>(list, {}, { userId })).data.dbSnapshots;
        fileName = newest?.fileName ?? "";
        return newest?.status;
      },
      { timeout: 20_000 },
    )
    .toBe("SUCCEEDED");
  return join(server.services.config.dataDir, "snapshots", fileName);
}

describe("a snapshot", () => {
  it("brings back every row and file into an empty database", { timeout: 120_000 }, async () => {
    const userId = await rootAdmin();
    await untilQuiet();
    const stored = await server.services.files.put(Buffer.from("a picture, they say"), { maxBytes: 1_000 });
    await server.db
      .insertInto("files")
      .values({
        id: newId(),
        public_id: stored.publicId,
        original_name: "tricky\tname\\n.png",
        mime_type: stored.mimeType,
        size: stored.size,
        sha256: stored.sha256,
      })
      .execute();
    const path = await takeOne(userId);
    const databaseUrl = await anEmptyDatabase();
    const files = await createFiles({ filesUrl: "file:", dataDir: folder });
    const manifest = await restoreSnapshot(path, {
      databaseUrl,
      putFile: (id, content) => files.putAs(id, content),
    });
    expect(manifest.files.map((file) => file.publicId)).toContain(stored.publicId);
    expect(await text(await files.read(stored.publicId))).toBe("a picture, they say");
    const [before, after] = [await contentOf(server.databaseUrl), await contentOf(databaseUrl)];
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows);
    expect(before["accounts"]?.length).toBeGreaterThan(3);

    // The references are back and bind again.
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await expect(
      client.query(
        "insert into account_users (account_id, user_id) values (gen_random_uuid(), gen_random_uuid())",
      ),
    ).rejects.toThrow(/foreign key/);
    await client.query("insert into outbox (topic) values ('works')");
    await client.end();
    await expect(
      restoreSnapshot(path, { databaseUrl, putFile: (id, content) => files.putAs(id, content) }),
    ).rejects.toThrow(/already holds/);
  });

  it("that was damaged is refused before anything is touched", async () => {
    const path = await takeOne(await rootAdmin());
    const bytes = await readFile(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20);
    await writeFile(path, bytes);
    const databaseUrl = await anEmptyDatabase();
    await expect(restoreSnapshot(path, { databaseUrl, putFile: async () => undefined })).rejects.toThrow(
      /damaged/,
    );
  });

  it("is for administrators of the whole server", async () => {
    const child = await server.db
      .selectFrom("accounts")
      .select("id")
      .where("parent_id", "is not", null)
      .executeTakeFirstOrThrow();
    for (const userId of [await anAdmin(server, child.id), await aUser(server, { accountId: child.id })]) {
      const refused = await server.graphql(make, {}, { userId });
      expect(refused.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
    }
    const userId = await rootAdmin();
    await anAccount(server, { name: "A second tree" });
    const half = await server.graphql(make, {}, { userId });
    expect(half.errors[0]?.extensions["code"]).toBe("FORBIDDEN");
  });
});
