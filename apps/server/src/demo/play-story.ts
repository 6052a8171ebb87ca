// Plays what a visitor said to the demo's bots, so that every recorded answer is one the bots really give.
import {
  type ConversationState,
  type Effect,
  type Flow,
  type FlowEvent,
  initialState,
  type Json,
  step,
  type TraceEntry,
  wantsNlu,
} from "@parley/flow";
import { type Author, botContent, type Content, plainText } from "#domains/conversations";

export interface Heard {
  /** To the bot, with the intent it finds and how sure it is. */
  readonly visitor: string;
  readonly intent: string | null;
  readonly score: number;
}
export type Line =
  | Heard
  | { readonly toPerson: string }
  | { readonly person: string }
  | { readonly notice: string };

export interface StoryBots {
  readonly helper: { readonly flow: Flow };
  readonly feedback: { readonly flow: Flow; readonly versionId: string };
  readonly runScript: (input: Json) => Promise<Json>;
}

export interface PlayedMessage {
  readonly author: Author;
  readonly turn: number;
  readonly content: Content;
  readonly text: string;
}

export interface PlayedTurn {
  readonly turn: number;
  readonly kind: "start" | "visitor";
  readonly isFeedback: boolean;
  readonly visitorSequence: number | null;
  readonly intent: string | null;
  readonly score: number | null;
  readonly isLowConfidence: boolean;
  readonly isFallback: boolean;
  readonly trace: (TraceEntry & { versionId?: string })[];
  readonly effects: Record<string, unknown>[];
}

export interface PlayedStory {
  readonly messages: PlayedMessage[];
  readonly turns: PlayedTurn[];
  readonly state: ConversationState;
  readonly hasFeedback: boolean;
}

interface Stage extends Omit<PlayedStory, "state" | "hasFeedback"> {
  state: ConversationState;
  hasFeedback: boolean;
}

export async function playStory(bots: StoryBots, lines: readonly Line[]): Promise<PlayedStory> {
  const stage: Stage = { messages: [], turns: [], state: initialState(), hasFeedback: false };
  await takeTurn(bots, stage, { type: "start", platform: "web" }, undefined);
  for (const line of lines) {
    if ("visitor" in line) {
      stage.messages.push(spoken("visitor", stage.turns.length + 1, line.visitor));
      const hears = wantsNlu(flowOf(bots, stage), stage.state) && !stage.hasFeedback;
      const nlu = { intent: line.intent ?? "", score: line.intent ? line.score : 0, entities: [] };
      await takeTurn(bots, stage, { type: "text", text: line.visitor, ...(hears && { nlu }) }, line);
      continue;
    }
    const turn = stage.turns.length;
    if ("notice" in line) {
      const content = { type: "notice", code: "note", text: line.notice } as const;
      stage.messages.push({ author: "system", turn, content, text: line.notice });
    } else {
      const [author, text] =
        "person" in line ? (["agent", line.person] as const) : (["visitor", line.toPerson] as const);
      stage.messages.push(spoken(author, turn, text));
    }
  }
  return stage;
}

const spoken = (author: Author, turn: number, text: string): PlayedMessage => ({
  author,
  turn,
  content: { type: "text", text },
  text,
});

const flowOf = (bots: StoryBots, stage: Stage) => (stage.hasFeedback ? bots.feedback : bots.helper).flow;

async function takeTurn(
  bots: StoryBots,
  stage: Stage,
  event: FlowEvent,
  heard: Heard | undefined,
): Promise<void> {
  const isAsked = stage.state.awaiting?.kind === "answer";
  const isFeedback = stage.hasFeedback;
  const trace: PlayedTurn["trace"] = [];
  const effects: PlayedTurn["effects"] = [];
  const turn = stage.turns.length + 1;
  await runSteps(bots, stage, event, { turn, trace, effects });
  if (stage.state.status === "ended" && !stage.hasFeedback) {
    stage.hasFeedback = true;
    stage.state = initialState(stage.state.variables);
    const opening: TraceEntry[] = [];
    await runSteps(bots, stage, { type: "start", platform: "web" }, { turn, trace: opening, effects });
    trace.push(...opening.map((entry) => ({ ...entry, versionId: bots.feedback.versionId })));
  }
  const fallbacks = bots.helper.flow.nodes.filter((node) => node.intent === "*").map((node) => node.id);
  stage.turns.push({
    turn,
    kind: heard ? "visitor" : "start",
    isFeedback,
    visitorSequence: heard ? stage.messages.findLastIndex(({ author }) => author === "visitor") + 1 : null,
    intent: heard?.intent ?? null,
    score: heard && heard.score > 0 ? heard.score : null,
    isLowConfidence: heard?.intent === null && heard.score > 0 && !isAsked,
    isFallback: trace.some((entry) => fallbacks.includes(entry.nodeId)),
    trace,
    effects,
  });
}

async function runSteps(
  bots: StoryBots,
  stage: Stage,
  first: FlowEvent,
  into: Pick<PlayedTurn, "turn" | "effects"> & { readonly trace: TraceEntry[] },
): Promise<void> {
  let event: FlowEvent | undefined = first;
  while (event) {
    const result = step(flowOf(bots, stage), stage.state, event, { nluThreshold: 0.01 });
    stage.state = result.state;
    into.trace.push(...result.trace);
    for (const output of result.outputs) {
      const content = botContent(output);
      stage.messages.push({ author: "bot", turn: into.turn, content, text: plainText(content) });
    }
    const script = result.effects.find((effect) => effect.type === "runScript");
    event = script && (await scriptResult(bots, script, into.effects));
  }
}

async function scriptResult(
  bots: StoryBots,
  effect: Extract<Effect, { type: "runScript" }>,
  effects: Record<string, unknown>[],
): Promise<FlowEvent> {
  const value = await bots.runScript(effect.arguments);
  const { id: effectId, nodeId, type, scriptId: name } = effect;
  effects.push({ effectId, nodeId, type, name, ok: true, ms: 6, attempts: 1, value });
  return { type: "effectResult", effectId, ok: true, value };
}
