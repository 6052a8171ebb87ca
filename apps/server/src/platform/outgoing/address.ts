// Which addresses are nobody's business but ours. IPv4 lists what is refused; IPv6 refuses whatever is
// not plain global unicast, so that a range nobody thought of is refused as well.
import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** A host that is an address has its IPv6 brackets and zone taken off; a name comes back as it was. */
export function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
}

export function isPublicAddress(address: string): boolean {
  const bare = bareHost(address);
  const family = isIP(bare);
  if (family === 0 || ownAddresses().has(bare)) return false;
  if (family === 4) return !privateV4.check(bare, "ipv4");
  const embedded = embeddedV4(bare);
  if (embedded !== undefined) return isPublicAddress(embedded);
  return globalV6.check(bare, "ipv6") && !reservedV6.check(bare, "ipv6");
}

const privateV4 = subnets("ipv4", [
  "0.0.0.0/8", // "this host": Linux connects it to loopback
  "10.0.0.0/8",
  "100.64.0.0/10", // carrier-grade NAT, and the metadata service of one cloud
  "127.0.0.0/8",
  "168.63.129.16/32", // a cloud's host agent behind a public-looking address
  "169.254.0.0/16", // link-local, cloud metadata
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);
const globalV6 = subnets("ipv6", ["2000::/3"]);
// 2001::/23 holds Teredo and 2002::/16 is 6to4: both can smuggle a private IPv4 address.
const reservedV6 = subnets("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);
const mappedV4 = subnets("ipv6", ["::ffff:0:0/96"]);
const nat64 = subnets("ipv6", ["64:ff9b::/96"]);

/** The IPv4 address that the kernel or the network would really talk to. */
function embeddedV4(address: string): string | undefined {
  if (!mappedV4.check(address, "ipv6") && !nat64.check(address, "ipv6")) return undefined;
  // The URL parser writes the last 32 bits as two hexadecimal groups, with or without leading zeros.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const groups = canonical.split(":").slice(-2);
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group === "" ? "0" : group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** A server's own public address leads behind its firewall. Read each time: interfaces come and go. */
function ownAddresses(): Set<string> {
  return new Set(Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((it) => it.address)));
}

function subnets(family: "ipv4" | "ipv6", ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = "", prefix = ""] = range.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
