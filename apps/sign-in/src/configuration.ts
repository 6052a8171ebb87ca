// What the server writes into index.html, so that one build runs at any address.
export type Configuration = {
  providerUrl: string;
  apiUrl: string;
  managerUrl: string;
  developmentManagerUrl: string | undefined;
  production: boolean;
  registration: boolean;
  organisationName: string | undefined;
  logoUrl: string | undefined;
};

const DEVELOPMENT: Configuration = {
  providerUrl: "http://localhost:4433",
  apiUrl: "http://localhost:8080",
  managerUrl: "http://localhost:3000",
  developmentManagerUrl: undefined,
  production: false,
  registration: false,
  organisationName: undefined,
  logoUrl: undefined,
};

export function readConfiguration(text: string | null | undefined): Configuration {
  const given = parse(text);
  const address = (name: "providerUrl" | "apiUrl" | "managerUrl") => url(given[name]) ?? DEVELOPMENT[name];
  return {
    providerUrl: address("providerUrl"),
    apiUrl: address("apiUrl"),
    managerUrl: address("managerUrl"),
    developmentManagerUrl: url(given["developmentManagerUrl"]),
    production: given["production"] === true,
    registration: given["registration"] === true,
    organisationName: typeof given["organisationName"] === "string" ? given["organisationName"] : undefined,
    logoUrl: url(given["logoUrl"]),
  };
}

function parse(text: string | null | undefined): Record<string, unknown> {
  if (text === null || text === undefined || text.trim() === "") return {};
  try {
    return Object(JSON.parse(text));
  } catch {
    console.error("The configuration in the page is not JSON; using the development addresses.");
    return {};
  }
}

function url(value: unknown): string | undefined {
  if (typeof value !== "string" || !URL.canParse(value)) return undefined;
  const { protocol } = new URL(value);
  return protocol === "http:" || protocol === "https:" ? value.replace(/\/+$/, "") : undefined;
}
