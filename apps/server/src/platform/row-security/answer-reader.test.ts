import { EventEmitter } from "node:events";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { newId } from "../ids.ts";
import { readAnswers, type Wire } from "./answer-reader.ts";
import { fieldsOf } from "./row-fields.ts";

type Fields = readonly (string | null)[];

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

function row(fields: Fields): Buffer {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(fields.length);
  const parts = fields.map((field) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(field === null ? -1 : Buffer.byteLength(field));
    return Buffer.concat([length, Buffer.from(field ?? "")]);
  });
  return message("D", count, ...parts);
}

function wire() {
  const stream = new EventEmitter();
  const rows: Fields[] = [];
  const tags: string[] = [];
  const toDriver: Buffer[] = [];
  const states: string[] = [];
  const connection: Wire = {
    stream: { writable: true, write: () => true },
    parsedStatements: {},
    attachListeners: (driver) => driver.on("data", (bytes: Buffer) => toDriver.push(bytes)),
    emit: (_, { status }) => states.push(status),
    answered: {
      takeRow: (...row) => rows.push(fieldsOf(...row, [])),
      takeEnd: (bytes, start, end) => tags.push(bytes.toString("latin1", start, end - 1)),
    },
  };
  readAnswers(connection, false);
  connection.attachListeners(stream);
  return { stream, connection, rows, tags, states, toDriver };
}

const rows: Fields[] = [
  ["plain", null, ""],
  ["ä €", "\u{1f600}", "x".repeat(300)],
  ["ü".repeat(80), "y".repeat(100), "z".repeat(101)],
  [],
];
const ready = message("Z", Buffer.from("I"));
const notice = message("N", Buffer.from("MHello\0\0"));
const answer = Buffer.concat([
  message("2"),
  ...rows.map(row),
  notice,
  message("C", Buffer.from("SELECT 4\0")),
  ready,
]);

it.each([1, 2, 3, 5, 7, 64, 1_000, answer.length])("reads an answer that comes in pieces of %i", (size) => {
  const read = wire();
  // What was read is written over, as the next piece would.
  for (let at = 0; at < answer.length; at += size) {
    const piece = Buffer.from(answer.subarray(at, at + size));
    read.stream.emit("data", piece);
    piece.fill("#");
  }
  expect(read.rows).toEqual(rows);
  expect(read.tags).toEqual(["SELECT 4"]);
  expect(read.states).toEqual(["I"]);
  expect(read.toDriver).toEqual([notice]);
  expect(read.connection.answered).toBeUndefined();
});

it("leaves all answers to the driver while no statement of ours waits", () => {
  const read = wire();
  read.connection.answered = undefined;
  const others = [row(["a"]), message("C", Buffer.from("SELECT 1\0"))];
  read.stream.emit("data", Buffer.concat([...others, ready]));
  expect([read.rows, read.states]).toEqual([[], ["I"]]);
  expect(read.toDriver).toEqual(others);
});

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const megabyte = 1_024 * 1_024;
const large: Fields[] = [["é".repeat(2 * megabyte), null, "after"], ["b".repeat(5 * megabyte)]];

const largeAnswer = Buffer.concat([...large.map(row), message("C", Buffer.from("SELECT 2\0"))]);

it.each([4_093, 65_521, 700_001])(
  "reads rows of several megabytes that come in pieces of %i, and keeps nothing of them",
  async (size) => {
    const read = wire();
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < largeAnswer.length; at += size) {
      read.stream.emit("data", largeAnswer.subarray(at, at + size));
    }
    // Compared as they are: a difference would be printed whole.
    expect(
      read.rows.length === 2 && read.rows.every((fields, at) => fields.join() === large[at]?.join()),
    ).toBe(true);
    expect(read.tags).toEqual(["SELECT 2"]);
    // With the beginning of the next message still in hand.
    read.stream.emit("data", Buffer.concat([row(["x".repeat(3 * megabyte)]), ready.subarray(0, 3)]));
    const kept = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers - before;
    };
    await expect.poll(kept).toBeLessThan(megabyte / 2);
    read.stream.emit("data", ready.subarray(3));
    expect(read.states).toEqual(["I"]);
  },
);

it("keeps no more of what arrived in memory than a row for an id somebody remembers", () => {
  const read = wire();
  const piece = () => {
    const id = newId();
    return Buffer.concat(Array.from({ length: 500 }, () => row([id, "x".repeat(60)])));
  };
  const remembered = new Set<unknown>();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 300; count += 1) {
    read.stream.emit("data", piece());
    remembered.add(read.rows.at(-1)?.[0]);
    read.rows.length = 0;
  }
  collectGarbage();
  expect(remembered.size).toBe(300);
  // A whole piece of what arrived has 57 KB.
  expect((process.memoryUsage().heapUsed - before) / remembered.size).toBeLessThan(10_000);
});
