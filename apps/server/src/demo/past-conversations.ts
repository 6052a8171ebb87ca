// Conversations of the last three weeks, so that desk, history and analytics have something to show.
import type { Flow } from "@parley/flow";
import { randomBytes } from "node:crypto";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";
import { type Line, type PlayedStory, type PlayedTurn, playStory, type StoryBots } from "./play-story.ts";

interface DemoBot {
  readonly botId: string;
  readonly versionId: string;
  readonly flow: Flow;
}

interface Place {
  readonly projectId: string;
  readonly customerId: string;
  readonly pypeId: string;
  readonly streamId: string;
  readonly widgetId: string;
  readonly helper: DemoBot;
  readonly feedback: DemoBot;
}

interface Story {
  readonly outcome: string;
  readonly status?: "WAITING";
  readonly isHandedOff?: boolean;
  readonly lines: readonly Line[];
}

const to = (visitor: string, intent: string | null, score = 0): Line => ({ visitor, intent, score });
const bye = to("No, thank you", "thanks", 0.71);

const stories: readonly Story[] = [
  {
    outcome: "resolved",
    lines: [to("where is my parcel?", "track_order", 0.94), to("NW-20481", null), bye, to("Good", null)],
  },
  {
    outcome: "resolved",
    lines: [
      to("the jacket is too small, can I send it back", "return_item", 0.88),
      to("great, thanks", "thanks", 0.92),
      bye,
    ],
  },
  {
    outcome: "handed-off",
    isHandedOff: true,
    lines: [
      to("my order never came and nobody answers my mails", "track_order", 0.81),
      to("I do not have it here, give me a human please", "talk_to_person", 0.9),
      { notice: "Samuel has joined." },
      { person: "Hello, this is Samuel. I can find it by your e-mail address." },
      { toPerson: "it is lea.brandt@example.com" },
      { person: "Found it. The parcel was returned by the carrier; I send it again today, express." },
      { toPerson: "thank you so much" },
      { notice: "Our colleague has left the conversation." },
    ],
  },
  {
    outcome: "abandoned",
    lines: [to("hi there", "greeting", 0.97), to("do you sell gift vouchers", null, 0.31)],
  },
  {
    outcome: "resolved",
    lines: [to("are you open on Saturday?", "opening_hours", 0.96), bye],
  },
  {
    outcome: "",
    status: "WAITING",
    isHandedOff: true,
    lines: [
      to("hello", "greeting", 0.98),
      to("I was charged twice for NW-31877", null, 0.42),
      to("Talk to a person", "talk_to_person", 0.93),
    ],
  },
];

const minute = 60_000;

export async function insertPastConversations(
  tx: Tx,
  place: Place,
  runScript: StoryBots["runScript"],
): Promise<void> {
  const played: PlayedStory[] = [];
  for (const { lines } of stories) played.push(await playStory({ ...place, runScript }, lines));
  const insert = (index: number, startedAt: Date) => {
    const [story, asPlayed] = [stories[index], played[index]];
    return story && asPlayed && insertStory(tx, place, story, asPlayed, startedAt);
  };
  for (let index = 0; index < 60; index += 1) {
    // Eight and twenty-one share no divisor, so that every day gets its conversations.
    const daysAgo = (index * 8) % 21;
    const startedAt = new Date(
      Date.now() - daysAgo * 1_440 * minute - ((index * 37) % 600) * minute - 20 * minute,
    );
    await insert(index % (stories.length - 1), startedAt);
  }
  await insert(stories.length - 1, new Date(Date.now() - 4 * minute));
}

async function insertStory(
  tx: Tx,
  place: Place,
  story: Story,
  played: PlayedStory,
  startedAt: Date,
): Promise<void> {
  const { messages, turns, state, hasFeedback } = played;
  const id = newId(startedAt.getTime());
  const at = (sequence: number) => new Date(startedAt.getTime() + sequence * 9_000);
  const endedAt = story.status ? null : at(messages.length + 1);
  const handedOffAt = at(messages.findLastIndex(({ author }) => author === "bot") + 1);
  await tx
    .insertInto("conversations")
    .values({
      id,
      project_id: place.projectId,
      customer_id: place.customerId,
      environment: "Live",
      pype_id: place.pypeId,
      stream_id: place.streamId,
      widget_id: place.widgetId,
      bot_id: place.helper.botId,
      bot_version_id: place.helper.versionId,
      ...(hasFeedback && {
        phase: "END",
        end_bot_id: place.feedback.botId,
        end_bot_version_id: place.feedback.versionId,
      }),
      status: story.status ?? "ENDED",
      token_hash: randomBytes(32),
      visitor_id: `demo-${randomBytes(6).toString("hex")}`,
      page_url: "https://shop.northwind.example/orders",
      outcome: story.outcome,
      last_sequence: messages.length,
      turn_count: turns.length,
      visitor_message_count: messages.filter(({ author }) => author === "visitor").length,
      was_handed_off: story.isHandedOff ?? false,
      low_confidence_count: turns.filter((turn) => turn.isLowConfidence).length,
      state: JSON.stringify(story.status ? state : { ...state, status: "ended" }),
      started_at: startedAt,
      last_activity_at: at(messages.length),
      handed_off_at: story.isHandedOff ? handedOffAt : null,
      ended_at: endedAt,
    })
    .execute();
  await insertMessages(tx, place, played, id, at);
  const row = turnRowOf(place, id, at);
  await tx.insertInto("conversation_turns").values(turns.map(row)).execute();
  if (story.isHandedOff) {
    await tx
      .insertInto("conversation_hand_offs")
      .values({
        id: newId(),
        conversation_id: id,
        skill_tag: "orders",
        team: "Customer care",
        status: story.status ? "WAITING" : "DONE",
        requested_at: handedOffAt,
        taken_at: story.status ? null : new Date(handedOffAt.getTime() + 9_000),
        done_at: endedAt,
      })
      .execute();
  }
}

async function insertMessages(
  tx: Tx,
  place: Place,
  { messages }: PlayedStory,
  conversationId: string,
  at: (sequence: number) => Date,
): Promise<void> {
  const rows = messages.map(({ author, turn, content, text }, index) => ({
    conversation_id: conversationId,
    sequence: index + 1,
    customer_id: place.customerId,
    turn,
    author,
    author_name: author === "agent" ? "Samuel" : "",
    content: JSON.stringify(content),
    text,
    created_at: at(index + 1),
  }));
  await tx.insertInto("conversation_messages").values(rows).execute();
}

function turnRowOf(place: Place, conversationId: string, at: (sequence: number) => Date) {
  return (turn: PlayedTurn, index: number) => {
    const bot = turn.isFeedback ? place.feedback : place.helper;
    const own = turn.trace.filter((entry) => entry.versionId === undefined);
    return {
      conversation_id: conversationId,
      turn: turn.turn,
      project_id: place.projectId,
      customer_id: place.customerId,
      bot_id: bot.botId,
      bot_version_id: bot.versionId,
      kind: turn.kind,
      visitor_sequence: turn.visitorSequence,
      intent: turn.intent,
      intent_score: turn.score,
      is_low_confidence: turn.isLowConfidence,
      is_fallback: turn.isFallback,
      node_ids: [...new Set(own.map((entry) => entry.nodeId))],
      trace: JSON.stringify(turn.trace),
      effects: JSON.stringify(turn.effects),
      ms: 3 + ((index * 13) % 40),
      created_at: at(turn.visitorSequence ?? 1),
    };
  };
}
