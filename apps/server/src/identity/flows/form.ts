// A flow as JSON: the row plus the form that belongs to its state.
import { maskCsrf } from "../csrf.ts";
import type { Exchange } from "../exchange.ts";
import type { Flow } from "../flow-store.ts";
import { type UiNode, attachMessages, csrfNode } from "../nodes.ts";
import type { FlowKind } from "../settings.ts";

export interface Form {
  readonly nodes: readonly UiNode[];
  /** Where the form goes when it does not go back to the flow. */
  readonly continueUrl?: string;
  /** Fields only this kind of flow has. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export type FormBuilder = (x: Exchange, flow: Flow) => Promise<Form>;

export function csrfFor(x: Exchange): UiNode {
  return csrfNode(maskCsrf(x.csrfSecret()));
}

export async function flowJson(
  x: Exchange,
  flow: Flow,
  build: FormBuilder,
): Promise<Record<string, unknown>> {
  const form = await build(x, flow);
  const { nodes, messages } = attachMessages(form.nodes, flow.messages);
  // These two know one method only, so it is active from the start.
  const isByCode = flow.kind === "recovery" || flow.kind === "verification";
  const active = flow.activeMethod ?? (isByCode ? "code" : null);
  return {
    id: flow.id,
    type: "browser",
    expires_at: flow.expiresAt.toISOString(),
    issued_at: flow.issuedAt.toISOString(),
    request_url: flow.requestUrl,
    ...(flow.returnTo === null ? {} : { return_to: flow.returnTo }),
    ...(active === null ? {} : { active }),
    ui: {
      action:
        form.continueUrl ?? `${x.provider.settings.publicUrl}/self-service/${flow.kind}?flow=${flow.id}`,
      method: form.continueUrl === undefined ? "POST" : "GET",
      nodes,
      ...(messages.length === 0 ? {} : { messages }),
    },
    state: flow.state,
    ...form.extra,
  };
}

export function flowUiUrl(x: Exchange, kind: FlowKind, flowId: string): string {
  const url = new URL(x.provider.settings.uiUrls[kind]);
  url.searchParams.set("flow", flowId);
  return url.href;
}
