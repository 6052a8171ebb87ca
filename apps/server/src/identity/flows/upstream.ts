import { FormProblem } from "../errors.ts";
import type { Exchange } from "../exchange.ts";
import type { Flow } from "../flow-store.ts";
import { problems } from "../messages.ts";

export async function leaveForProvider(
  _x: Exchange,
  _flow: Flow,
  _type: "oidc" | "saml",
  _provider: string,
): Promise<string> {
  throw new FormProblem(problems.noMethod(4010002));
}
