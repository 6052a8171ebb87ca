// Addresses the server wrote into the page; in development, the defaults of a local start.
type Config = {
  apiUrl: string;
  providerUrl: string;
  signInUrl: string;
  consoleUrl: string;
  production: boolean;
  /** Lets component libraries add style elements under the content security policy. */
  nonce?: string | undefined;
};

const defaults: Config = {
  apiUrl: "http://localhost:8080",
  providerUrl: "http://localhost:4433",
  signInUrl: "http://localhost:4455",
  consoleUrl: "http://localhost:3000",
  production: false,
};

export const config: Config = { ...defaults, ...written() };

function written(): Partial<Config> {
  const text = document.getElementById("parley-config")?.textContent;
  if (!text) return {};
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "object" && parsed !== null ? parsed : {};
}
