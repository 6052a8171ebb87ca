// Node-RED with the same flow: HTTP in, a switch, an HTTP request, a line in a file, the answer.
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(import.meta.url);
const express = require("express");
const RED = require("node-red");

const folder = mkdtempSync(join(tmpdir(), "parley-bench-node-red-"));
const at = { z: "flow", x: 0, y: 0 };
const flow = [
  { id: "flow", type: "tab", label: "Orders" },
  { ...at, id: "in", type: "http in", url: "/orders", method: "post", wires: [["switch"]] },
  {
    ...at,
    id: "switch",
    type: "switch",
    property: "payload.total",
    propertyType: "msg",
    rules: [{ t: "gte", v: "50", vt: "num" }],
    checkall: "true",
    outputs: 1,
    wires: [["change"]],
  },
  {
    ...at,
    id: "change",
    type: "function",
    func: "msg.event = msg.payload; msg.payload = { total: msg.payload.total }; return msg;",
    wires: [["request"]],
  },
  {
    ...at,
    id: "request",
    type: "http request",
    method: "POST",
    ret: "obj",
    url: `${process.env.SINK_URL}/node-red`,
    persist: true,
    wires: [["record"]],
  },
  {
    ...at,
    id: "record",
    type: "function",
    func: "msg.payload = JSON.stringify({ id: msg._msgid, event: msg.event, status: msg.statusCode, output: msg.payload, at: new Date() }); return msg;",
    wires: [["file"]],
  },
  {
    ...at,
    id: "file",
    type: "file",
    filename: join(folder, "runs.jsonl"),
    filenameType: "str",
    appendNewline: true,
    createDir: false,
    overwriteFile: "false",
    wires: [["answer"]],
  },
  { ...at, id: "answer", type: "http response", statusCode: "202", wires: [] },
];
writeFileSync(join(folder, "flows.json"), JSON.stringify(flow));

const app = express();
const server = createServer(app);
RED.init(server, {
  userDir: folder,
  flowFile: "flows.json",
  httpAdminRoot: false,
  httpNodeRoot: "/",
  credentialSecret: false,
  logging: { console: { level: "error" } },
});
app.use("/", RED.httpNode);
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
await RED.start();
RED.runtime.events?.on?.("flows:started", () => undefined);
setTimeout(
  () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}/orders` })),
  1_500,
);
