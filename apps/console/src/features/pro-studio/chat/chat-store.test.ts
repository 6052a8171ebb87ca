import { createNode } from "@parley/flow";
import { describe, expect, it } from "vitest";
import { createChatStore, litPath, openEffect } from "./chat-store.ts";

const flow = {
  nodes: [
    createNode("start", "start", { message: "Hi", nextNodes: [{ port: "next", target: "ask" }] }),
    createNode("question", "ask", {
      message: "Your name?",
      output: "name",
      nextNodes: [{ port: "next", target: "look" }],
    }),
    createNode("http-request", "look", {
      output: "order",
      parameterInput: { method: "GET", url: "https://api.example.com/{{name}}" },
      nextNodes: [{ port: "next", target: "end" }],
    }),
    createNode("end", "end", { message: "Bye {{name}}, {{order.state}}" }),
  ],
};

const texts = (chat: ReturnType<typeof createChatStore>) =>
  chat
    .getState()
    .turns.flatMap(({ result }) =>
      result.outputs.flatMap((output) => (output.type === "text" ? [output.text] : [])),
    );

describe("test chat", () => {
  it("runs the flow on screen and answers what it asks of the outside", () => {
    const chat = createChatStore(() => flow);
    chat.getState().start();
    chat.getState().send({ type: "text", text: "Nora" }, "Nora");
    const effect = openEffect(chat.getState());
    expect(effect).toMatchObject({ type: "httpRequest", url: "https://api.example.com/Nora" });
    if (effect) chat.getState().answer(effect, '{"status":200,"body":{"state":"shipped"}}', true);
    expect(texts(chat)).toEqual(["Hi", "Your name?", "Bye Nora, shipped"]);
    const lit = litPath(flow, chat.getState());
    expect([...lit.nodes]).toEqual(["start", "ask", "look", "end"]);
    expect([...lit.links]).toEqual(["start next", "ask next", "look next"]);
  });

  it("gives the same answer without asking when told to", () => {
    const chat = createChatStore(() => flow);
    chat.getState().start();
    chat.getState().send({ type: "text", text: "A" });
    const effect = openEffect(chat.getState());
    if (effect) chat.getState().answer(effect, '{"body":{"state":"new"}}', true);
    chat.getState().start();
    chat.getState().send({ type: "text", text: "B" });
    expect(openEffect(chat.getState())).toBeUndefined();
    expect(texts(chat).at(-1)).toBe("Bye B, new");
  });

  it("starts at a chosen node with chosen variables, and lets them be changed", () => {
    const chat = createChatStore(() => flow);
    chat.getState().start({ nodeId: "end", variables: { name: "Ann", order: { state: "lost" } } });
    expect(texts(chat)).toEqual(["Bye Ann, lost"]);
    chat.getState().start({ nodeId: "ask" });
    chat.getState().setVariable("name", "Eve");
    expect(chat.getState().state?.variables).toMatchObject({ name: "Eve" });
    chat.getState().setVariable("name", undefined);
    expect(chat.getState().state?.variables).not.toHaveProperty("name");
  });

  it("stops at a breakpoint and goes on", () => {
    const chat = createChatStore(() => flow);
    chat.getState().toggleBreakpoint("ask");
    chat.getState().start();
    expect(chat.getState().state?.awaiting).toEqual({ kind: "breakpoint", nodeId: "ask" });
    chat.getState().send({ type: "continue" });
    expect(texts(chat)).toEqual(["Hi", "Your name?"]);
  });

  it("goes back to an earlier turn and on from there", () => {
    const chat = createChatStore(() => flow);
    chat.getState().start();
    chat.getState().send({ type: "text", text: "Nora" }, "Nora");
    chat.getState().rewindTo(0);
    chat.getState().send({ type: "text", text: "Ben" }, "Ben");
    expect(openEffect(chat.getState())).toMatchObject({ url: "https://api.example.com/Ben" });
  });
});
