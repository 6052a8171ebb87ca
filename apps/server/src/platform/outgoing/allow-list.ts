// The operator's list of private places that may be called: `ollama`, `10.0.0.5:11434`, `10.1.0.0/16`, `[fd00::1]:80`.
import { BlockList, isIP } from "node:net";
import { bareHost } from "./address.ts";

export interface AllowList {
  hasHost(host: string, port: number): boolean;
  hasAddress(address: string): boolean;
}

export function createAllowList(entries: readonly string[]): AllowList {
  const hosts = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries.map((it) => it.trim().toLowerCase())) {
    if (entry.includes("/")) addRange(ranges, entry);
    else hosts.add(withoutBrackets(entry));
  }
  return {
    hasHost: (host, port) => {
      const name = bareHost(host.toLowerCase()).replace(/\.$/, "");
      return hosts.has(name) || hosts.has(`${name}:${port}`);
    },
    hasAddress: (address) => {
      const bare = bareHost(address);
      return ranges.check(bare, isIP(bare) === 6 ? "ipv6" : "ipv4");
    },
  };
}

function withoutBrackets(entry: string): string {
  return entry.replace(/^\[([^\]]+)\]/, "$1");
}

function addRange(ranges: BlockList, entry: string): void {
  const [network = "", prefix = ""] = entry.split("/");
  const family = isIP(network);
  const bits = Number(prefix);
  if (
    family === 0 ||
    prefix === "" ||
    !Number.isInteger(bits) ||
    bits < 0 ||
    bits > (family === 4 ? 32 : 128)
  ) {
    throw new Error(`PRIVATE_HOSTS holds ${JSON.stringify(entry)}, which is no network such as 10.0.0.0/8.`);
  }
  ranges.addSubnet(network, bits, family === 4 ? "ipv4" : "ipv6");
}
