import { textAt } from "../json.ts";
import { always, go, nextPort } from "../node-type.ts";
import type { NodeType, Port } from "../node-type.ts";
import { awaitEffect, failed } from "./effects.ts";

const ports: readonly Port[] = [
  { ...nextPort, label: "When the human is done" },
  { id: "unavailable", label: "Nobody available", kind: "failure" },
];

/** The bot is silent until the host answers: ok when the human is done, not ok when nobody takes the conversation. */
export const handOff: NodeType = {
  type: "hand-off",
  title: "Hand-off",
  summary: "Brings in a human; the bot falls silent until they are done.",
  category: "action",
  fields: [
    { path: "message", label: "Message to the visitor", kind: "long-text", isTemplate: true },
    { path: "skillTag", label: "Skill wanted", kind: "skill" },
    { path: "parameterInput.team", label: "Team", kind: "text" },
    { path: "parameterInput.note", label: "Note to the human", kind: "long-text", isTemplate: true },
  ],
  defaults: {
    nodeName: "Hand-off",
    message: "One moment, I am getting a colleague.",
    parameterInput: { team: "", note: "" },
  },
  ports: () => ports,
  waitsForVisitor: always,
  step(node, run) {
    if (run.event?.type !== "effectResult") {
      run.say();
      return awaitEffect(run, {
        type: "handOff",
        skillTag: run.skillTag,
        team: textAt(node.parameterInput, "team"),
        note: run.fill(textAt(node.parameterInput, "note")),
      });
    }
    return run.event.ok ? go("next") : failed(run, run.event, "unavailable");
  },
};
