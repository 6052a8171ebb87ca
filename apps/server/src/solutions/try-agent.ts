// The chat beside the editor: a turn with unsaved values, streamed as it is written.
import type { Resolvers, SolutionVersionInput, TryAgentEvent } from "#generated/resolvers.ts";
import { Invalid } from "#platform/errors.ts";
import type { Context } from "../context.ts";
import { agentOfVersion } from "./agent-of-version.ts";
import { runAgentTurn } from "./agent/run-turn.ts";
import type { AgentMessage } from "./agent/turn.ts";
import { versionFor } from "./find.ts";
import { findSolution } from "./queries.ts";
import { pushIterator } from "./push-iterator.ts";
import { checkedValues, type VersionValues } from "./version-input.ts";
import { valuesOf } from "./write-version.ts";

type TryAgent = NonNullable<NonNullable<Resolvers["Subscription"]>["tryAgent"]>;

const mostHistory = 40;

export const tryAgent = {
  async subscribe(_, { input }, ctx) {
    const version = await versionFor(ctx, "solution.edit", input.solutionVersionId);
    if (input.text.trim() === "" || input.text.length > 4_000)
      throw new Invalid("text", "Write between 1 and 4,000 characters.");
    const solution = await findSolution(ctx.db, version.solutionId);
    const values = await unsavedValues(ctx, version.projectId, valuesOf(version), input);
    const agent = agentOfVersion({ ...version, ...values }, solution?.settings);
    const stop = new AbortController();
    const events = pushIterator<{ tryAgent: TryAgentEvent }>(() => stop.abort());
    const label = input.label ?? null;
    void runAgentTurn(ctx, {
      projectId: version.projectId,
      agent,
      taskId: input.taskId ?? undefined,
      history: (input.history ?? []).slice(-mostHistory).map(toMessage),
      text: input.text,
      signal: stop.signal,
      source: "TRY",
      onDelta: (delta) => events.push({ tryAgent: { label, delta, answer: null } }),
    }).then(
      (result) => {
        const { usage, ...answer } = result;
        events.push({ tryAgent: { label, delta: null, answer: { ...answer, ...usage } } });
        events.end();
      },
      (error: unknown) => events.fail(error),
    );
    return events.iterator;
  },
} satisfies TryAgent;

function unsavedValues(
  ctx: Context,
  projectId: string,
  stored: VersionValues,
  input: { values?: SolutionVersionInput | null; llmCredentialId?: string | null },
): Promise<VersionValues> {
  const values = input.values ?? {};
  return checkedValues(
    ctx.db,
    projectId,
    input.llmCredentialId ? { ...values, llmCredentialId: input.llmCredentialId } : values,
    stored,
  );
}

function toMessage(message: { role: string; text: string }): AgentMessage {
  return { role: message.role === "bot" ? "bot" : "visitor", text: message.text.slice(0, 8_000) };
}
