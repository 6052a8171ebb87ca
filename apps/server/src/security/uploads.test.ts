// Threat S9: uploads that lie about what they are, name what is not theirs, or are far larger than they say.
import { request } from "node:http";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anAccount, anAdmin } from "#testing/builders.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";

let server: TestServer;
let accountId: string;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  accountId = await anAccount(server);
  cookie = await server.signIn(await anAdmin(server, accountId));
});
afterAll(() => server.stop());

const token = "canary-token";
const query =
  "mutation U($accountId: ID!, $file: Upload!) { uploadPicture(accountId: $accountId, file: $file) { id } }";

async function send(body: FormData | string | Buffer<ArrayBuffer>, type?: string) {
  const response = await fetch(`${server.urls.api}/v1/graphql`, {
    method: "POST",
    headers: {
      cookie: `${cookie}; XSRF-TOKEN=${token}`,
      "x-xsrf-token": token,
      ...(type && { "content-type": type }),
    },
    body,
  });
  return { status: response.status, text: await response.text() };
}

function form(parts: {
  operations?: unknown;
  map?: unknown;
  files?: readonly [string, Buffer<ArrayBuffer>][];
}): FormData {
  const data = new FormData();
  const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  if (parts.operations !== undefined) data.append("operations", asText(parts.operations));
  if (parts.map !== undefined) data.append("map", asText(parts.map));
  for (const [index, [name, content]] of (parts.files ?? []).entries()) {
    data.append(String(index), new Blob([content]), name);
  }
  return data;
}

const operations = () => ({ query, variables: { accountId, file: null } });
const map = { 0: ["variables.file"] };
const bytes = (text: string) => Buffer.from(text);

/** Few bytes that unpack to a picture of any size. */
function png(width: number, height: number): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, bytes(type), data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const content = deflateSync(Buffer.alloc(2_000_000));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", content),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const small = () => png(2, 2);
const cases = (): [string, FormData | string | Buffer<ArrayBuffer>, string?][] => [
  [
    "a page that says it is a picture",
    form({ operations: operations(), map, files: [["a.png", bytes("<script>1</script>")]] }),
  ],
  [
    "SVG",
    form({
      operations: operations(),
      map,
      files: [["a.png", bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="1"/>')]],
    }),
  ],
  ["a program", form({ operations: operations(), map, files: [["a.png", bytes("\u007fELF")]] })],
  [
    "50,000 by 50,000 pixels",
    form({ operations: operations(), map, files: [["a.png", png(50_000, 50_000)]] }),
  ],
  [
    "4 billion pixels wide",
    form({ operations: operations(), map, files: [["a.png", png(4_294_967_295, 1)]] }),
  ],
  ["an empty file", form({ operations: operations(), map, files: [["a.png", bytes("")]] })],
  [
    "30 MB",
    form({
      operations: operations(),
      map,
      files: [["a.png", Buffer.concat([small(), Buffer.alloc(30_000_000)])]],
    }),
  ],
  [
    "30 files",
    form({
      operations: operations(),
      map: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i, ["variables.file"]])),
      files: Array.from({ length: 30 }, () => ["a.png", small()]),
    }),
  ],
  [
    "a thousand references to one file",
    form({
      operations: { query, variables: { accountId, file: Array.from({ length: 1_000 }, () => null) } },
      map: { 0: Array.from({ length: 1_000 }, (_, i) => `variables.file.${i}`) },
      files: [["a.png", small()]],
    }),
  ],
  [
    "a path to __proto__",
    form({ operations: operations(), map: { 0: ["__proto__.polluted"] }, files: [["a.png", small()]] }),
  ],
  [
    "a path through the constructor",
    form({
      operations: operations(),
      map: { 0: ["variables.constructor.prototype.polluted"] },
      files: [["a.png", small()]],
    }),
  ],
  [
    "a path to nowhere",
    form({ operations: operations(), map: { 0: ["variables.a.b.c.d"] }, files: [["a.png", small()]] }),
  ],
  [
    "a path to the query",
    form({ operations: operations(), map: { 0: ["query"] }, files: [["a.png", small()]] }),
  ],
  ["an empty path", form({ operations: operations(), map: { 0: [""] }, files: [["a.png", small()]] })],
  ["a map that is a list", form({ operations: operations(), map: [], files: [["a.png", small()]] })],
  ["a map that is null", form({ operations: operations(), map: null, files: [["a.png", small()]] })],
  ["a map of numbers", form({ operations: operations(), map: { 0: 1 }, files: [["a.png", small()]] })],
  ["a broken map", form({ operations: operations(), map: "{", files: [["a.png", small()]] })],
  ["no map", form({ operations: operations(), files: [["a.png", small()]] })],
  ["no operations", form({ map, files: [["a.png", small()]] })],
  ["broken operations", form({ operations: "{", map, files: [["a.png", small()]] })],
  ["operations that are null", form({ operations: null, map, files: [["a.png", small()]] })],
  [
    "a list of operations",
    form({ operations: [operations()], map: { 0: ["0.variables.file"] }, files: [["a.png", small()]] }),
  ],
  ["a file that is named and missing", form({ operations: operations(), map })],
  [
    "a text in place of a file",
    form({ operations: { query, variables: { accountId, file: "x" } }, map: {} }),
  ],
  [
    "an object in place of a file",
    form({
      operations: { query, variables: { accountId, file: { filename: "x", createReadStream: 1 } } },
      map: {},
    }),
  ],
  [
    "long operations",
    form({ operations: { query, variables: { accountId, file: "x".repeat(3_000_000) } }, map: {} }),
  ],
  ["no boundary", "x", "multipart/form-data"],
  ["a boundary that never comes", "--x\r\n\r\n", "multipart/form-data; boundary=y"],
  [
    "half a part",
    '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{',
    "multipart/form-data; boundary=x",
  ],
  ["headers without end", `--x\r\n${"a: b\r\n".repeat(50_000)}`, "multipart/form-data; boundary=x"],
];

it(
  "every one is refused with a sentence, and the server's memory stays",
  { timeout: 120_000 },
  async ({ task }) => {
    const before = process.memoryUsage.rss();
    const wrong: string[] = [];
    const all = cases();
    for (const [name, body, type] of all) {
      const { status, text } = await send(body, type).catch((error: unknown) => ({
        status: 400,
        text: String(error),
      }));
      const isRefused = status >= 400 || text.includes('"errors"');
      if (status >= 500 || !isRefused || /UNEXPECTED|node_modules|\.ts:\d/.test(text))
        wrong.push(`${name}: ${status} ${text.slice(0, 200)}`);
    }
    Object.assign(task.meta, { cases: all.length });
    expect(wrong).toEqual([]);
    expect("polluted" in {}).toBe(false);
    const files = await server.db.selectFrom("files").select("id").execute();
    expect(files).toEqual([]);
    // The bodies above are made in this very process.
    expect(process.memoryUsage.rss() - before).toBeLessThan(400 * 1024 * 1024);
  },
);

it("an honest picture is taken, whatever its name", async ({ task }) => {
  const names = ["a.png", "../../../etc/passwd", "\u202egnp.exe", "x".repeat(5_000), "con", ".htaccess"];
  for (const name of names) {
    const answer = await send(form({ operations: operations(), map, files: [[name, small()]] }));
    expect([name, answer.status, answer.text.includes('"errors"')]).toEqual([name, 200, false]);
  }
  const rows = await server.db.selectFrom("files").select("original_name").execute();
  for (const row of rows)
    for (const sign of ["/", "\\", "\0", "\u202e"]) expect(row.original_name).not.toContain(sign);
  Object.assign(task.meta, { cases: names.length });
});

it("a body that says it is huge is refused before it is sent", async () => {
  const status = await new Promise<number>((resolve, reject) => {
    const call = request(
      `${server.urls.api}/v1/graphql`,
      {
        method: "POST",
        headers: { "content-type": "application/json", "content-length": "99999999999", cookie },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    call.on("error", reject);
    call.write("{");
  });
  expect(status).toBe(413);
});
