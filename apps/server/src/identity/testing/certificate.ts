// A self-signed X.509 certificate for tests, written as DER by hand: Node reads certificates but makes none.
import { type KeyObject, sign } from "node:crypto";

const sha256WithRsa = sequence(objectId("2a864886f70d01010b"), Buffer.from("0500", "hex"));

export function selfSigned(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  name: string,
  until: Date,
): string {
  const subject = sequence(tagged(0x31, sequence(objectId("550403"), tagged(0x0c, Buffer.from(name)))));
  const validity = sequence(time(new Date("2024-01-01T00:00:00Z")), time(until));
  const content = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    sha256WithRsa,
    subject,
    validity,
    subject,
    keys.publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", content, keys.privateKey)]));
  const der = sequence(content, sha256WithRsa, signature).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${der.replaceAll(/(.{64})/g, "$1\n").trim()}\n-----END CERTIFICATE-----`;
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function objectId(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, "hex"));
}

function time(at: Date): Buffer {
  return tagged(0x18, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\.\d+/g, "")}`));
}
