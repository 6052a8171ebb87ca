// Threat: an address a tenant wrote makes the server talk to itself or to its private network.
import net from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLog } from "#platform/log.ts";
import { createOutgoing } from "./outgoing.ts";

const canary = net.createServer((socket) => socket.destroy());
let connections = 0;
let port = 0;
canary.on("connection", () => (connections += 1));

beforeAll(async () => {
  await new Promise<void>((resolve) => canary.listen(0, "::", resolve));
  const address = canary.address();
  if (address !== null && typeof address === "object") port = address.port;
});
afterAll(() => canary.close());

const addresses = [
  "127.0.0.1 127.1 127.0.1 127.255.255.254 0 0.0.0.0 0.1.2.3 2130706433 0x7f000001 0x7f.1 017700000001 0177.0.0.1",
  "0177.0.0.01 0x7f.0x0.0x0.0x1 127.0.0.1. 127%2e0%2e0%2e1 127。0。0。1 １２７.0.0.1 ①②⑦.0.0.1",
  "10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 100.64.0.1 100.127.255.255",
  "169.254.169.254 169.254.170.2 2852039166 0xa9fea9fe 0251.0376.0251.0376 100.100.100.200 168.63.129.16",
  "192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.255",
  "240.0.0.1 255.255.255.255",
  "[::1] [0:0:0:0:0:0:0:1] [::] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:0:0] [::ffff:10.0.0.1] [::127.0.0.1]",
  "[::ffff:169.254.169.254] [64:ff9b::7f00:1] [64:ff9b::10.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::1] [64:ff9b::]",
  "[fe80::1] [febf::1] [fec0::1] [fc00::1] [fd00::1] [fd00:ec2::254] [ff02::1] [ff0e::1] [100::1] [2001::1]",
  "[2001:db8::1] [2002:7f00:1::] [2002:a00:1::] [3fff::1] [5f00::1] [::ffff:0:127.0.0.1] [0:0:0:0:0:ffff:127.0.0.1]",
].flatMap((line) => line.split(" "));

const otherAddresses = [
  "ftp://example.com/",
  "file:///etc/passwd",
  "gopher://127.0.0.1:6379/_INFO",
  "unix:/var/run/docker.sock",
  "http+unix://%2Fvar%2Frun%2Fdocker.sock/",
  "data:text/plain,hello",
  "javascript:alert(1)",
  "ws://example.com/",
  "dict://127.0.0.1:11211/stat",
  "ldap://127.0.0.1/",
  "jar:http://127.0.0.1!/",
  "//127.0.0.1/",
  "/etc/passwd",
  "",
  "http://",
  "http://user:password@93.184.216.34/",
  "http://user@93.184.216.34/",
  "http://93.184.216.34@127.0.0.1/",
  "http://93.184.216.34:5432/",
  "http://93.184.216.34:6379/",
  "http://93.184.216.34:22/",
  "http://93.184.216.34:25/",
  "http://127.0.0.1\\@93.184.216.34/",
  "http://[::1%25lo]/",
  "http://1.1.1.1.1/",
  "http://256.256.256.256/",
  "http://exa mple.com/",
];

describe("an address that leads inside", () => {
  const outgoing = createOutgoing({ privateHosts: [], log: createLog("silent") });
  const urls = [...addresses.map((host) => `http://${host}:PORT/`), ...otherAddresses];

  test.each(urls)("%s is refused", async (template) => {
    const url = template.replace("PORT", String(port));
    await expect(outgoing.fetch(url, { timeoutMs: 1_000 })).rejects.toMatchObject({ failure: "not-allowed" });
    await expect(outgoing.asFetch()(url)).rejects.toThrow();
    expect(connections).toBe(0);
  });

  test.each([
    ["127.0.0.1"],
    ["93.184.216.34", "10.0.0.1"],
    ["2606:2800:220:1::1", "::1"],
    ["fd00::1"],
    ["not an address"],
    [],
  ])("a name that resolves to %s %s is refused", async (...found) => {
    const guarded = createOutgoing({
      privateHosts: [],
      log: createLog("silent"),
      resolve: async () => found,
    });
    const failure = await guarded.fetch(`http://inside.example:${port}/`).catch((error: unknown) => error);
    expect(failure).toMatchObject({ failure: "not-allowed" });
    // Unknown and private read the same, so that the answer maps no network.
    expect(String(failure)).toContain("the name is unknown, or it leads to an address that is not allowed");
    expect(JSON.stringify(failure)).not.toContain("10.0.0.1");
    expect(connections).toBe(0);
  });
});
