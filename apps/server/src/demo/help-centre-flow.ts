// What the demo's bots say: a helper for orders and returns, and a closing bot that asks how it was.
import { createNode, type FlowNode, type NodePatch } from "@parley/flow";

let nodeNumber = 0;
const node = (id: string, type: string, patch: NodePatch): FlowNode => {
  nodeNumber += 1;
  const layout = { x: 80 + ((nodeNumber - 1) % 4) * 320, y: 80 + Math.floor((nodeNumber - 1) / 4) * 220 };
  return createNode(type, id, { nodeNumber, order: nodeNumber, behaviors: { layout }, ...patch });
};
const to = (target: string, port = "next") => ({ port, target });

export function helperFlow(): FlowNode[] {
  nodeNumber = 0;
  return [
    node("start", "start", {
      nodeName: "Greeting",
      message: "Hello, I am Nori, the assistant of Northwind.",
      nextNodes: [to("menu")],
    }),
    node("menu", "choice", {
      nodeName: "Menu",
      message: "What can I do for you?",
      nodeInput: {
        choices: [
          { id: "track", label: "Track an order", intent: "track_order" },
          { id: "return", label: "Return something", intent: "return_item" },
          { id: "hours", label: "Opening hours", intent: "opening_hours" },
          { id: "person", label: "Talk to a person", intent: "talk_to_person" },
        ],
        retries: 1,
        retryMessage: "Choose one of these, or tell me in your own words.",
      },
      nextNodes: [
        to("order-number", "track"),
        to("returns", "return"),
        to("hours", "hours"),
        to("person", "person"),
        to("lost", "else"),
      ],
    }),
    node("order-number", "question", {
      nodeName: "Ask for the order",
      intent: "track_order",
      message: "What is your order number? It begins with NW.",
      nodeInput: {
        type: "text",
        pattern: "^[nN][wW]-?\\d{5}$",
        retries: 2,
        retryMessage: "An order number looks like NW-10234. You find it in our e-mail.",
      },
      output: "orderNumber",
      nextNodes: [to("look-up"), to("person-offer", "failed")],
    }),
    node("look-up", "script", {
      nodeName: "Look the order up",
      parameterInput: { scriptId: "order-status.js", arguments: { number: "{{orderNumber}}" } },
      output: "order",
      nextNodes: [to("order-state"), to("person-offer", "error")],
    }),
    node("order-state", "message", {
      nodeName: "Order status",
      message: "Order **{{order.number}}** is {{order.state}}. Expected: {{order.expected}}.",
      analyticsEvent: "order_tracked",
      nextNodes: [to("anything-else")],
    }),
    node("returns", "rich-asset", {
      nodeName: "How to return",
      intent: "return_item",
      message: "You can return everything within 30 days, free of charge.",
      richAssetType: "card",
      richAssetContent: {
        title: "Returning something",
        text: "Pack it, print the label and bring it to any parcel shop. The money is back within five days.",
        buttons: [
          { id: "label", label: "Print a label", action: "url", value: "https://www.example.com/returns" },
          { id: "broken", label: "It arrived broken", action: "reply", value: "broken" },
        ],
      },
      nextNodes: [to("person", "broken"), to("anything-else", "else")],
    }),
    node("hours", "message", {
      nodeName: "Opening hours",
      intent: "opening_hours",
      message: "Our shops are open:\n- Monday to Friday, 9 to 20\n- Saturday, 10 to 18",
      nextNodes: [to("anything-else")],
    }),
    node("anything-else", "choice", {
      nodeName: "Anything else",
      message: "Is there anything else?",
      nodeInput: {
        choices: [
          { id: "yes", label: "Yes", synonyms: ["yes please", "yep"] },
          { id: "no", label: "No, thank you", synonyms: ["no", "nope", "that is all"], intent: "thanks" },
        ],
        retries: 0,
      },
      nextNodes: [to("menu", "yes"), to("bye", "no"), to("lost", "else")],
    }),
    node("person-offer", "message", {
      nodeName: "Offer a person",
      message: "I could not find that. A colleague can look into it.",
      nextNodes: [to("person")],
    }),
    node("person", "hand-off", {
      nodeName: "To a person",
      intent: "talk_to_person",
      message: "One moment, I am getting a colleague.",
      parameterInput: { team: "Customer care", note: "Order: {{orderNumber|none}}" },
      skillTag: "orders",
      nextNodes: [to("anything-else"), to("nobody", "unavailable")],
    }),
    node("nobody", "message", {
      nodeName: "Nobody there",
      message: "All colleagues are busy. Write to care@northwind.example and we answer within a day.",
      nextNodes: [to("anything-else")],
    }),
    node("hello", "message", {
      nodeName: "Hello again",
      intent: "greeting",
      message: "Hello! Tell me what you need.",
      whatsNext: "listen",
    }),
    node("thanks", "message", {
      nodeName: "You are welcome",
      intent: "thanks",
      message: "You are welcome.",
      nextNodes: [to("anything-else")],
    }),
    node("lost", "choice", {
      nodeName: "Not understood",
      intent: "*",
      message: "Sorry, I did not get that. Maybe one of these?",
      nodeInput: {
        choices: [
          { id: "track", label: "Track an order", intent: "track_order" },
          { id: "return", label: "Return something", intent: "return_item" },
          { id: "person", label: "Talk to a person", intent: "talk_to_person" },
        ],
        retries: 0,
      },
      nextNodes: [
        to("order-number", "track"),
        to("returns", "return"),
        to("person", "person"),
        to("person", "else"),
      ],
    }),
    node("bye", "end", {
      nodeName: "Goodbye",
      message: "Have a good day!",
      parameterInput: { outcome: "resolved" },
    }),
    node("delivery-moved", "message", {
      nodeName: "Delivery moved",
      intent: "change_delivery",
      message: "Done: order **{{orderNumber}}** comes {{slots.deliveryDay}} ({{deliveryDay.iso}}).",
      analyticsEvent: "delivery_moved",
      nextNodes: [to("anything-else")],
    }),
  ];
}

export function feedbackFlow(): FlowNode[] {
  nodeNumber = 0;
  return [
    node("start", "start", { nodeName: "Start", message: "", nextNodes: [to("rate")] }),
    node("rate", "choice", {
      nodeName: "Rating",
      message: "How was this conversation?",
      nodeInput: {
        choices: [
          { id: "good", label: "Good", value: "good" },
          { id: "fair", label: "Fair", value: "fair" },
          { id: "poor", label: "Poor", value: "poor" },
        ],
        retries: 0,
      },
      output: "rating",
      nextNodes: [to("thanks", "good"), to("thanks", "fair"), to("thanks", "poor"), to("thanks", "else")],
    }),
    node("thanks", "end", {
      nodeName: "Thank you",
      message: "Thank you for telling us.",
      analyticsEvent: "rated",
    }),
  ];
}

export const orderScript = `// Stands for a call to the shop's own system.
const digits = String(input.number).replace(/\\D/g, "");
const states = ["on its way", "packed", "waiting for payment", "delivered"];
const state = states[Number(digits) % states.length];
const expected = state === "delivered" ? "it should be with you" : state === "on its way" ? "tomorrow" : "in three days";
return { number: "NW-" + digits, state, expected };
`;

/** What "change_delivery" wants to know before it leads on. */
export const deliverySlots = {
  slots: [
    {
      name: "orderNumber",
      entity: "order_number",
      required: true,
      prompt: "Which order is it? The number begins with NW.",
      retryMessage: "An order number looks like NW-10234. You find it in our e-mail.",
      keep: true,
    },
    {
      name: "deliveryDay",
      entity: "day",
      required: true,
      prompt: "On which day shall we bring {{orderNumber}}?",
      retryMessage: "I need a day, such as Friday or 3 December.",
    },
  ],
};

/** What visitors said and the bot was unsure about, for the intent inbox. */
export const unsureOf = [
  { text: "the courier rang and nobody was home", intent: "change_delivery", score: 0.41, times: 3 },
  { text: "my voucher does not work", intent: "return_item", score: 0.22, times: 2 },
  { text: "do you have a shop near the harbour", intent: "opening_hours", score: 0.38, times: 1 },
];

export const entities = {
  order_number: { type: "regex", pattern: "nw-?\\d{5}", ignoreCase: true },
  day: { type: "builtin", kind: "date" },
};

export const intents: Readonly<Record<string, readonly string[]>> = {
  track_order: [
    "where is my order",
    "track my parcel",
    "I want to track an order",
    "when will my package arrive",
    "has my order been shipped",
    "my parcel did not arrive yet",
    "order status please",
    "what is the status of my delivery",
    "I am waiting for my package",
    "can you look up my order",
    "delivery is late",
    "where is my stuff",
  ],
  change_delivery: [
    "I need another delivery day",
    "can you deliver NW-10234 on Friday",
    "please move my delivery to next week",
    "change the delivery date",
    "I am not at home on Monday, bring it later",
    "deliver it on another day",
    "postpone the delivery",
    "reschedule my delivery",
    "bring the parcel on Saturday instead",
    "can I choose the day of delivery",
    "move the delivery of NW-20311 to 3 December",
    "different delivery date please",
  ],
  return_item: [
    "I want to return something",
    "how do I send it back",
    "can I get a refund",
    "I would like my money back",
    "the shoes do not fit",
    "it arrived broken",
    "return label please",
    "how many days do I have to return it",
    "exchange for another size",
    "I do not like it and want to give it back",
    "refund my order",
    "send an item back",
  ],
  opening_hours: [
    "when are you open",
    "opening hours",
    "are you open on Saturday",
    "what time does the shop close",
    "is the store open today",
    "until when are you open tonight",
    "shop hours",
    "do you open on Sundays",
    "when does the store open",
    "business hours please",
  ],
  talk_to_person: [
    "I want to talk to a person",
    "can I speak to a human",
    "let me talk to an agent",
    "connect me with somebody",
    "a real person please",
    "customer service representative",
    "I need a human being",
    "get me your manager",
    "call me",
    "speak with a colleague",
    "this bot does not help, give me a human",
  ],
  greeting: [
    "hello",
    "hi there",
    "good morning",
    "hey",
    "good evening",
    "hi",
    "hello bot",
    "greetings",
    "howdy",
  ],
  thanks: [
    "thank you",
    "thanks a lot",
    "that helped",
    "great, thanks",
    "no that is all",
    "perfect",
    "thanks, bye",
    "you are great",
    "awesome thank you",
  ],
};
