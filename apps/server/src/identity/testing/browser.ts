// A browser as far as the provider can tell: cookies, redirects that are not followed, forms.
import { isRecord } from "../traits.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly location: string | null;
}

export interface Browser {
  readonly cookies: Map<string, string>;
  cookieHeader(): string;
  get(url: string, headers?: Record<string, string>): Promise<Answer>;
  /** As a program in the page does it. */
  getJson(url: string): Promise<Answer>;
  postJson(url: string, body: unknown): Promise<Answer>;
  send(method: string, url: string, body?: unknown): Promise<Answer>;
  /** As an HTML form does it. */
  postForm(url: string, fields: Record<string, string>): Promise<Answer>;
}

/** `always` is sent with every call, as a proxy in between would. */
export function createBrowser(
  baseUrl: string,
  cookies = new Map<string, string>(),
  always: Readonly<Record<string, string>> = {},
): Browser {
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  async function call(url: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(new URL(url, baseUrl), {
      ...init,
      redirect: "manual",
      headers: { ...always, cookie: cookieHeader(), ...headersOf(init) },
    });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text,
      location: response.headers.get("location"),
    };
  }

  const json = { accept: "application/json", "content-type": "application/json" };
  return {
    cookies,
    cookieHeader,
    get: (url, headers = { accept: "text/html" }) => call(url, { headers }),
    getJson: (url) => call(url, { headers: { accept: "application/json" } }),
    postJson: (url, body) => call(url, { method: "POST", headers: json, body: JSON.stringify(body) }),
    send: (method, url, body) =>
      call(
        url,
        body === undefined
          ? { method, headers: { accept: "application/json" } }
          : { method, headers: json, body: JSON.stringify(body) },
      ),
    postForm: (url, fields) =>
      call(url, {
        method: "POST",
        headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      }),
  };
}

function headersOf(init: RequestInit): Record<string, string> {
  return Object.fromEntries(new Headers(init.headers));
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  const name = pair.slice(0, at);
  const value = decodeURIComponent(pair.slice(at + 1));
  const isGone = value === "" || attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
  if (isGone) cookies.delete(name);
  else cookies.set(name, value);
}

/** `at(answer.body, "ui", "nodes", 0)` without a type for every shape. */
export function at(value: unknown, ...path: ReadonlyArray<string | number>): unknown {
  return path.reduce<unknown>((current, key) => {
    if (Array.isArray(current)) return current[Number(key)];
    return isRecord(current) ? current[key] : undefined;
  }, value);
}

/** The string at this place, or an empty one. */
export function textAt(value: unknown, ...path: ReadonlyArray<string | number>): string {
  const found = at(value, ...path);
  return typeof found === "string" ? found : "";
}

export function nodesOf(
  body: unknown,
): Array<{ name: string; value: unknown; group: unknown; label: unknown; messages: unknown[] }> {
  const nodes = at(body, "ui", "nodes");
  return (Array.isArray(nodes) ? nodes : []).map((node: unknown) => {
    const messages = at(node, "messages");
    return {
      name: textAt(node, "attributes", "name") || textAt(node, "attributes", "id"),
      value: at(node, "attributes", "value"),
      group: at(node, "group"),
      label: at(node, "meta", "label", "id"),
      messages: Array.isArray(messages) ? messages.map((message) => at(message, "id")) : [],
    };
  });
}

export function messageIds(body: unknown): unknown[] {
  const messages = at(body, "ui", "messages");
  return Array.isArray(messages) ? messages.map((message: unknown) => at(message, "id")) : [];
}

export function csrfOf(body: unknown): string {
  const value = nodesOf(body).find((node) => node.name === "csrf_token")?.value;
  return typeof value === "string" ? value : "";
}
