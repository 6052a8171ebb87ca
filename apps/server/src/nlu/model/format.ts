// One buffer holds a whole model: a header, a JSON part and typed arrays. Loading makes views
// on the buffer and copies nothing, so a model can sit in a file cache until it is asked.
//
//   u32 magic "PNLU" | u32 version | u32 checksum of what follows | u32 length of the JSON | JSON | arrays, 8-byte aligned
import { crc32 } from "node:zlib";
import type { Calibration } from "../classifier/calibration.ts";
import type { CatchAll } from "../classifier/catch-all.ts";
import type { FeatureSettings } from "../text/features.ts";
import type { EntityDefinition } from "../types.ts";
import type { Classifier } from "./quantise.ts";

const MAGIC = 0x554c4e50;
const VERSION = 1;
const HEADER = 16;

export type ModelMeta = {
  intents: string[];
  entities: EntityDefinition[];
  language: string;
  strictness: number;
  settings: string;
  features: FeatureSettings;
  wordShare: number;
  calibration: Calibration;
  catchAll?: CatchAll;
  /** Only when sentence embeddings won: how the second classifier of the model is to be read. */
  meaning?: MeaningMeta;
};

type MeaningMeta = {
  encoder: string;
  settings: string;
  length: number;
  calibration: Calibration;
  catchAll?: CatchAll;
};

export type StoredModel = {
  meta: ModelMeta;
  /** Open addressing by hash: the slot of a hash holds its feature id. Zero is an empty slot. */
  slots: Uint32Array;
  slotIds: Uint32Array;
  weights: Float32Array;
  classifier: Classifier;
  /** Looks at the meaning of the sentence as well; the first one answers where no encoder is at hand. */
  meaningClassifier: Classifier | undefined;
};

export class ModelFormatError extends Error {
  override name = "ModelFormatError";
}

type Section = { name: string; offset: number; length: number };

type NewModel = {
  meta: ModelMeta;
  hashes: Uint32Array;
  weights: Float32Array;
  classifier: Classifier;
  meaningClassifier?: Classifier | undefined;
};

export function encodeModel({ meta, hashes, weights, classifier, meaningClassifier }: NewModel): Buffer {
  const { slots, slotIds } = hashTable(hashes, weights);
  const arrays = {
    slots,
    slotIds,
    weights,
    ...sectionsOf(classifier, ""),
    ...(meaningClassifier && {
      ...sectionsOf(meaningClassifier, MEANING),
      [`${MEANING}dense`]: meaningClassifier.dense,
      [`${MEANING}denseScales`]: meaningClassifier.denseScales,
    }),
  };
  let end = 0;
  const sections = Object.entries(arrays).map(([name, array]): Section => {
    const section = { name, offset: end, length: array.length };
    end = align(end + array.byteLength);
    return section;
  });
  const json = Buffer.from(JSON.stringify({ meta, sections }), "utf8");
  const begin = align(HEADER + json.length);
  const buffer = Buffer.from(new ArrayBuffer(begin + end));
  buffer.writeUInt32LE(MAGIC, 0);
  buffer.writeUInt32LE(VERSION, 4);
  buffer.writeUInt32LE(json.length, 12);
  json.copy(buffer, HEADER);
  Object.values(arrays).forEach((array, i) => {
    Buffer.from(array.buffer, array.byteOffset, array.byteLength).copy(buffer, begin + sections[i]!.offset);
  });
  buffer.writeUInt32LE(crc32(buffer.subarray(12)), 8);
  return buffer;
}

/** Before the names of the second classifier's arrays. A reader that knows nothing of them leaves them alone. */
const MEANING = "meaning ";

function sectionsOf({ scales, biases, offsets, intents, values }: Classifier, prefix: string) {
  return {
    [`${prefix}scales`]: scales,
    [`${prefix}biases`]: biases,
    [`${prefix}offsets`]: offsets,
    [`${prefix}intents`]: intents,
    [`${prefix}values`]: values,
  };
}

export function decodeModel(source: Buffer): StoredModel {
  if (source.length < HEADER || source.readUInt32LE(0) !== MAGIC) {
    throw new ModelFormatError("This file is not a trained model.");
  }
  const version = source.readUInt32LE(4);
  if (version !== VERSION) {
    throw new ModelFormatError(
      `The model was stored in format ${version}; this version of Parley reads format ${VERSION}. Train it again.`,
    );
  }
  if (crc32(source.subarray(12)) !== source.readUInt32LE(8)) {
    throw new ModelFormatError("The stored model is damaged. Train it again.");
  }
  // Views need aligned memory; a slice of a bigger buffer may not be.
  const buffer = source.byteOffset % 8 === 0 ? source : Buffer.from(new Uint8Array(source).buffer);
  const jsonLength = buffer.readUInt32LE(12);
  const header: { meta: ModelMeta; sections: Section[] } = JSON.parse(
    buffer.toString("utf8", HEADER, HEADER + jsonLength),
  );
  const begin = buffer.byteOffset + align(HEADER + jsonLength);
  const place = (name: string) => {
    const section = header.sections.find((entry) => entry.name === name);
    if (!section) throw new ModelFormatError("The stored model is damaged. Train it again.");
    return [buffer.buffer, begin + section.offset, section.length] as const;
  };
  const sparse = (prefix: string) => ({
    scales: new Float32Array(...place(`${prefix}scales`)),
    biases: new Float32Array(...place(`${prefix}biases`)),
    offsets: new Uint32Array(...place(`${prefix}offsets`)),
    intents: new Uint16Array(...place(`${prefix}intents`)),
    values: new Int8Array(...place(`${prefix}values`)),
  });
  return {
    meta: header.meta,
    slots: new Uint32Array(...place("slots")),
    slotIds: new Uint32Array(...place("slotIds")),
    weights: new Float32Array(...place("weights")),
    classifier: { ...sparse(""), dense: new Int8Array(0), denseScales: new Float32Array(0) },
    meaningClassifier: header.meta.meaning && {
      ...sparse(MEANING),
      dense: new Int8Array(...place(`${MEANING}dense`)),
      denseScales: new Float32Array(...place(`${MEANING}denseScales`)),
    },
  };
}

function align(bytes: number): number {
  return Math.ceil(bytes / 8) * 8;
}

function hashTable(hashes: Uint32Array, weights: Float32Array): { slots: Uint32Array; slotIds: Uint32Array } {
  let capacity = 16;
  while (capacity < hashes.length * 2) capacity *= 2;
  const slots = new Uint32Array(capacity);
  const slotIds = new Uint32Array(capacity);
  hashes.forEach((hash, id) => {
    if (weights[id]! < 0) return;
    let slot = hash & (capacity - 1);
    while (slots[slot] !== 0) slot = (slot + 1) & (capacity - 1);
    slots[slot] = hash;
    slotIds[slot] = id;
  });
  return { slots, slotIds };
}

/** The feature id of a hash, or -1 when training never saw it. */
export function findFeature(model: StoredModel, hash: number): number {
  const { slots, slotIds } = model;
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0) {
    if (slots[slot] === hash) return slotIds[slot]!;
    slot = (slot + 1) & mask;
  }
  return -1;
}
