// The first administrator signs in with the password, through the provider's browser flow.
import { administrator } from "./world.ts";

interface Flow {
  readonly id: string;
  readonly ui: { readonly nodes: readonly { attributes: { name: string; value?: string } }[] };
}

/** Answers the session as a Cookie header. */
export async function signInWithPassword(providerUrl: string): Promise<string> {
  const json = { accept: "application/json", "content-type": "application/json" };
  const start = await fetch(`${providerUrl}/self-service/login/browser`, { headers: json });
  const flow = (await start.json()) as Flow;
  const csrf = flow.ui.nodes.find((node) => node.attributes.name === "csrf_token")?.attributes.value;
  const answer = await fetch(`${providerUrl}/self-service/login?flow=${flow.id}`, {
    method: "POST",
    headers: { ...json, cookie: cookiesOf(start) },
    body: JSON.stringify({
      method: "password",
      identifier: administrator.email,
      password: administrator.password,
      csrf_token: csrf,
    }),
  });
  if (!answer.ok) throw new Error(`Signing in answered ${answer.status}.`);
  return cookiesOf(answer);
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}
