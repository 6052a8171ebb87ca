// Conversations of the last three weeks, so that desk, history and analytics have something to show.
import { initialState } from "@parley/flow";
import { randomBytes } from "node:crypto";
import type { Tx } from "#platform/database.ts";
import { newId } from "#platform/ids.ts";

interface Place {
  readonly projectId: string;
  readonly customerId: string;
  readonly pypeId: string;
  readonly streamId: string;
  readonly widgetId: string;
  readonly helper: { readonly botId: string; readonly versionId: string };
  readonly feedback: { readonly botId: string; readonly versionId: string };
}

type Said = readonly ["v" | "b" | "a" | "s", string];
interface Story {
  readonly outcome: string;
  readonly status?: "WAITING";
  readonly isHandedOff?: boolean;
  readonly lines: readonly Said[];
  /** Intent, score and nodes of each visitor message, in order. */
  readonly turns: readonly (readonly [string | null, number, ...string[]])[];
}

const hello: Said = ["b", "Hello, I am Nori, the assistant of Northwind."];
const menu: Said = ["b", "What can I do for you?"];
const more: Said = ["b", "Is there anything else?"];
const bye: readonly Said[] = [
  ["v", "No, thank you"],
  ["b", "Have a good day!"],
  ["b", "How was this conversation?"],
];

const stories: readonly Story[] = [
  {
    outcome: "resolved",
    lines: [
      hello,
      menu,
      ["v", "where is my parcel?"],
      ["b", "What is your order number? It begins with NW."],
      ["v", "NW-20481"],
      ["b", "Order **NW-20481** is packed. Expected: in three days."],
      more,
      ...bye,
      ["v", "Good"],
      ["b", "Thank you for telling us."],
    ],
    turns: [
      ["track_order", 0.94, "order-number"],
      [null, 0, "order-number", "look-up", "order-state", "anything-else"],
      ["thanks", 0.71, "anything-else", "bye"],
      [null, 0, "rate", "thanks"],
    ],
  },
  {
    outcome: "resolved",
    lines: [
      hello,
      menu,
      ["v", "the jacket is too small, can I send it back"],
      ["b", "You can return everything within 30 days, free of charge."],
      more,
      ...bye,
    ],
    turns: [
      ["return_item", 0.88, "returns", "anything-else"],
      ["thanks", 0.69, "anything-else", "bye"],
    ],
  },
  {
    outcome: "handed-off",
    isHandedOff: true,
    lines: [
      hello,
      menu,
      ["v", "my order never came and nobody answers my mails"],
      ["b", "What is your order number? It begins with NW."],
      ["v", "I do not have it here, give me a human please"],
      ["b", "One moment, I am getting a colleague."],
      ["s", "Samuel has joined."],
      ["a", "Hello, this is Samuel. I can find it by your e-mail address."],
      ["v", "it is lea.brandt@example.com"],
      ["a", "Found it. The parcel was returned by the carrier; I send it again today, express."],
      ["v", "thank you so much"],
      ["s", "Your colleague has left the conversation."],
    ],
    turns: [
      ["track_order", 0.81, "order-number"],
      ["talk_to_person", 0.9, "person"],
    ],
  },
  {
    outcome: "abandoned",
    lines: [
      hello,
      menu,
      ["v", "do you sell gift vouchers"],
      ["b", "Sorry, I did not get that. Maybe one of these?"],
    ],
    turns: [[null, 0.31, "lost"]],
  },
  {
    outcome: "resolved",
    lines: [
      hello,
      menu,
      ["v", "are you open on Saturday?"],
      ["b", "Our shops are open:\n- Monday to Friday, 9 to 20\n- Saturday, 10 to 18"],
      more,
      ...bye,
    ],
    turns: [
      ["opening_hours", 0.96, "hours", "anything-else"],
      ["thanks", 0.72, "anything-else", "bye"],
    ],
  },
  {
    outcome: "",
    status: "WAITING",
    isHandedOff: true,
    lines: [
      hello,
      menu,
      ["v", "I was charged twice for NW-31877"],
      ["b", "Sorry, I did not get that. Maybe one of these?"],
      ["v", "Talk to a person"],
      ["b", "One moment, I am getting a colleague."],
    ],
    turns: [
      [null, 0.42, "lost"],
      ["talk_to_person", 0.93, "person"],
    ],
  },
];

const authors = { v: "visitor", b: "bot", a: "agent", s: "system" } as const;
const minute = 60_000;

export async function insertPastConversations(tx: Tx, place: Place): Promise<void> {
  for (let index = 0; index < 60; index += 1) {
    const story = stories[index % (stories.length - 1)];
    if (!story) continue;
    // Eight and twenty-one share no divisor, so that every day gets its conversations.
    const daysAgo = (index * 8) % 21;
    const startedAt = new Date(
      Date.now() - daysAgo * 1_440 * minute - ((index * 37) % 600) * minute - 20 * minute,
    );
    await insertStory(tx, place, story, startedAt);
  }
  const waiting = stories.at(-1);
  if (waiting) await insertStory(tx, place, waiting, new Date(Date.now() - 4 * minute));
}

async function insertStory(tx: Tx, place: Place, story: Story, startedAt: Date): Promise<void> {
  const id = newId(startedAt.getTime());
  const at = (sequence: number) => new Date(startedAt.getTime() + sequence * 9_000);
  const endedAt = story.status ? null : at(story.lines.length + 1);
  const state = initialState();
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
      status: story.status ?? "ENDED",
      token_hash: randomBytes(32),
      visitor_id: `demo-${randomBytes(6).toString("hex")}`,
      page_url: "https://shop.northwind.example/orders",
      outcome: story.outcome,
      last_sequence: story.lines.length,
      turn_count: story.turns.length + 1,
      visitor_message_count: story.lines.filter(([who]) => who === "v").length,
      was_handed_off: story.isHandedOff ?? false,
      low_confidence_count: story.turns.filter(([intent, score]) => intent === null && score > 0).length,
      state: JSON.stringify({ ...state, status: story.status ? "handed-off" : "ended" }),
      started_at: startedAt,
      last_activity_at: at(story.lines.length),
      handed_off_at: story.isHandedOff ? at(5) : null,
      ended_at: endedAt,
    })
    .execute();
  await insertLines(tx, place, story, id, at);
  if (story.isHandedOff) {
    await tx
      .insertInto("conversation_hand_offs")
      .values({
        id: newId(),
        conversation_id: id,
        skill_tag: "orders",
        team: "Customer care",
        status: story.status ? "WAITING" : "DONE",
        requested_at: at(5),
        taken_at: story.status ? null : at(7),
        done_at: endedAt,
      })
      .execute();
  }
}

async function insertLines(
  tx: Tx,
  place: Place,
  story: Story,
  conversationId: string,
  at: (sequence: number) => Date,
): Promise<void> {
  let turn = 1;
  const visitorSequences: number[] = [];
  const messages = story.lines.map(([who, text], index) => {
    const sequence = index + 1;
    if (who === "v") {
      turn += 1;
      visitorSequences.push(sequence);
    }
    return {
      conversation_id: conversationId,
      sequence,
      customer_id: place.customerId,
      turn,
      author: authors[who],
      author_name: who === "a" ? "Samuel" : "",
      content: JSON.stringify(who === "s" ? { type: "notice", code: "note", text } : { type: "text", text }),
      text,
      created_at: at(sequence),
    };
  });
  await tx.insertInto("conversation_messages").values(messages).execute();
  const turnRow = (number: number, patch: Record<string, unknown>) => ({
    conversation_id: conversationId,
    turn: number,
    project_id: place.projectId,
    customer_id: place.customerId,
    bot_id: place.helper.botId,
    bot_version_id: place.helper.versionId,
    ...patch,
  });
  await tx
    .insertInto("conversation_turns")
    .values([
      turnRow(1, {
        kind: "start",
        node_ids: ["start", "menu"],
        trace: traceOf(["start", "menu"]),
        ms: 3,
        created_at: at(1),
      }),
      ...story.turns.map(([intent, score, ...nodes], index) =>
        turnRow(index + 2, {
          kind: "visitor",
          ...(nodes.includes("rate") && {
            bot_id: place.feedback.botId,
            bot_version_id: place.feedback.versionId,
          }),
          visitor_sequence: visitorSequences[index] ?? null,
          intent,
          intent_score: score === 0 ? null : score,
          is_low_confidence: intent === null && score > 0,
          is_fallback: nodes.includes("lost"),
          node_ids: nodes,
          trace: traceOf(nodes),
          ms: 4 + ((index * 13) % 40),
          created_at: at(visitorSequences[index] ?? 1),
        }),
      ),
    ])
    .execute();
}

const traceOf = (nodes: readonly string[]) =>
  JSON.stringify(nodes.map((nodeId) => ({ nodeId, type: "message", note: "", ms: 0.1 })));
