import { findCredential } from "../credentials.ts";
import type { Exchange } from "../exchange.ts";
import type { Flow, FlowMessage } from "../flow-store.ts";
import { newTotpSecret } from "../methods/totp.ts";
import type { SessionRecord } from "../sessions.ts";
import { keepDefined, startFlow } from "./requests.ts";

/** Each flow offers a TOTP secret of its own; enrolling means confirming that one. */
export async function startSettingsFlow(
  x: Exchange,
  session: SessionRecord,
  returnTo: string | null,
  messages: readonly FlowMessage[] = [],
): Promise<Flow> {
  const totp = await findCredential(x.provider.db, session.identityId, "totp");
  return startFlow(x, {
    kind: "settings",
    returnTo,
    identityId: session.identityId,
    messages,
    context: keepDefined({ totpSecret: totp === null ? newTotpSecret() : undefined }),
  });
}
