// From a URL a tenant wrote to the addresses a socket may be opened to. The name is resolved here, once.
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { bareHost, isPublicAddress } from "./address.ts";
import type { AllowList } from "./allow-list.ts";
import { notAllowed, OutgoingError } from "./failure.ts";

export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

export type Resolve = (host: string) => Promise<readonly string[]>;

export const resolveWithSystem: Resolve = async (host) => {
  const found = await lookup(host, { all: true, order: "verbatim" });
  return found.map((it) => it.address);
};

export function parseDestination(input: string | URL): URL {
  const url = URL.parse(String(input));
  if (url === null) throw new OutgoingError("not-allowed", "This is not a complete web address.");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new OutgoingError("not-allowed", "Only http and https addresses can be called.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new OutgoingError("not-allowed", "The address must not contain a user name or a password.");
  }
  return url;
}

export function portOf(url: URL): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : 80;
}

/** Every address of the name must be allowed: a mixed answer is what an attack looks like. */
export async function checkedAddresses(url: URL, allowList: AllowList, resolve: Resolve): Promise<Address[]> {
  const isHostAllowed = allowList.hasHost(url.hostname, portOf(url));
  if (!isHostAllowed && refusedPorts.has(portOf(url))) {
    throw new OutgoingError(
      "not-allowed",
      `Port ${portOf(url)} cannot be called: it does not belong to the web.`,
    );
  }
  const addresses = await addressesOf(url, resolve);
  const isAllowed = (address: string) =>
    isHostAllowed || allowList.hasAddress(address) || isPublicAddress(address);
  if (addresses.length === 0 || !addresses.every(isAllowed)) {
    throw notAllowed(url.hostname, `resolved to ${addresses.join(", ") || "nothing"}`);
  }
  return addresses.map((address) => ({ address, family: isIP(address) === 6 ? 6 : 4 }));
}

async function addressesOf(url: URL, resolve: Resolve): Promise<readonly string[]> {
  const host = bareHost(url.hostname);
  if (isIP(host) !== 0) return [host];
  try {
    const addresses = await resolve(host);
    return addresses.filter((address) => isIP(bareHost(address)) !== 0);
  } catch (error) {
    throw notAllowed(url.hostname, error);
  }
}

// The ports browsers refuse, and those of databases and container daemons.
const refusedPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 445, 465, 512, 513, 514,
  515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1433, 1521, 1719, 1720,
  1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 4190, 4222, 5060, 5061, 5432, 5672, 6000, 6379, 6566,
  6665, 6666, 6667, 6668, 6669, 6679, 6697, 9200, 10080, 11211, 27017,
]);
