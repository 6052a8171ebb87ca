import { expect, test } from "vitest";
import { carryOver } from "./carry-over.ts";
import type { Calls } from "./carry-over.ts";
import { compare, pairsOf } from "./compare.ts";
import type { Channel, Side, Stream, Widget } from "./compare.ts";

const words = { field: (name: string) => name, bot: (id: string | null) => `bot ${id}`, off: "off" };

const aWidget = (patch: Partial<Widget> = {}): Widget => ({
  id: "w",
  widget_name: "Corner",
  style: { title: "Help" },
  stream_id: "s",
  pype_id: "p",
  beta: false,
  custom_pype_css: "",
  css_problems: [],
  last_updated: "",
  created_by: null,
  creation_date: "",
  version: 1,
  sightings: [],
  ...patch,
});

const aStream = (patch: Partial<Stream> = {}): Stream => ({
  id: "s",
  name: "Support",
  description: "",
  start_chat_bot_id: "1",
  start_chat_bot_enabled: true,
  start_bot_hands_over: null,
  end_chat_bot_id: null,
  end_chat_bot_enabled: true,
  bot_enabled: true,
  auto_start_with_bot: true,
  version: 1,
  widgets: [aWidget()],
  ...patch,
});

const aChannel = (patch: Partial<Channel> = {}): Channel => ({
  id: "p",
  name: "Web",
  description: "The site",
  logo: null,
  logo_generated: {},
  status: "ACTIVE",
  agent_routing: "BOT_ONLY",
  environment: "Sandbox",
  version: 1,
  streams: [aStream()],
  ...patch,
});

const side = (channel: Channel): Side => ({ channel, settings: { name: "", headers: [] } });

test("channels are twins by name, whatever the capitals; the others stand alone, by name", () => {
  const pairs = pairsOf(
    [aChannel({ name: "Web" }), aChannel({ name: "App" })],
    [aChannel({ name: "web" }), aChannel({ name: "Kiosk" })],
  );
  expect(pairs.map(({ name, sandbox, live }) => [name, Boolean(sandbox), Boolean(live)])).toEqual([
    ["App", true, false],
    ["Kiosk", false, true],
    ["Web", true, true],
  ]);
});

test("twins that say the same have no differences, whatever their ids, versions and order of style", () => {
  const twin = aChannel({
    id: "q",
    version: 9,
    status: "PAUSED",
    streams: [
      aStream({
        id: "t",
        widgets: [aWidget({ id: "x", stream_id: "t", style: { subtitle: "", title: "Help" } })],
      }),
    ],
  });
  expect(compare(side(aChannel()), side(twin), words)).toEqual({ parts: [], extras: [], missingHeaders: [] });
});

test("names each field that would change, what is new, and what only the other side has", () => {
  const source = aChannel({
    agent_routing: "BOT_THEN_AGENT",
    streams: [
      aStream({
        start_chat_bot_enabled: false,
        widgets: [aWidget({ style: { title: "Hello", color: "#123456" } })],
      }),
      aStream({ id: "s2", name: "Sales", widgets: [] }),
    ],
  });
  const target = aChannel({
    streams: [
      aStream(),
      aStream({ id: "old", name: "Old", widgets: [aWidget({ id: "o", widget_name: "Old one" })] }),
    ],
  });
  const { parts, extras } = compare(side(source), side(target), words);
  expect(parts.map(({ id, isNew, fields }) => [id, isNew, fields.map(({ label }) => label)])).toEqual([
    ["channel", false, ["routing"]],
    ["stream:support", false, ["startBot"]],
    ["stream:sales", true, ["name", "startBot"]],
    ["widget:corner", false, ["title", "color"]],
  ]);
  expect(extras).toEqual([
    { kind: "stream", name: "Old" },
    { kind: "widget", name: "Old one" },
  ]);
});

test("secret headers are named, not carried over", () => {
  const source = { channel: aChannel(), settings: { name: "Desk", headers: ["X-Key", "X-Team"] } };
  const target = { channel: aChannel(), settings: { name: "Desk", headers: ["x-key"] } };
  expect(compare(source, target, words).missingHeaders).toEqual(["X-Team"]);
});

function recorder(): { calls: Calls; said: string[] } {
  const said: string[] = [];
  const say = async (text: string) => {
    said.push(text);
    return { id: `new-${said.length}` };
  };
  const calls: Calls = {
    postChannel: ({ name }) => say(`post ${name}`),
    putChannel: (id, { version }) => say(`put ${id} at ${version}`),
    configure: (id, routing, name) => say(`configure ${id} ${routing} ${name}`),
    createStream: (id, name) => say(`stream ${name} in ${id}`),
    updateStream: (id, stream) => say(`update stream ${stream.id} in ${id}`),
    setBots: (id, streamId, { start_chat_bot_id: bot }) => say(`bots of ${streamId}: ${bot}`),
    postWidget: (id, data) => say(`widget ${data.widget_name} on ${data.stream_id} in ${id}`),
    putWidget: (id, data) => say(`put widget ${data.id} at ${data.version} on ${data.stream_id}`),
  };
  return { calls, said };
}

test("a channel the other side lacks is made there whole, with the ids it got", async () => {
  const source = { channel: aChannel(), settings: { name: "Desk", headers: [] } };
  const comparison = compare(source, undefined, words);
  const { calls, said } = recorder();
  const chosen = new Set(comparison.parts.map(({ id }) => id));
  await carryOver(calls, { source, target: undefined, comparison, chosen });
  expect(said).toEqual([
    "post Web",
    "configure new-1 BOT_ONLY Desk",
    "stream Support in new-1",
    "bots of new-3: 1",
    "widget Corner on new-3 in new-1",
  ]);
});

test("only the chosen parts are written, and a widget brings the stream it stands on", async () => {
  const source = side(aChannel({ description: "New words", streams: [aStream({ name: "Sales" })] }));
  const target = side(aChannel({ id: "q", streams: [] }));
  const comparison = compare(source, target, words);
  const { calls, said } = recorder();
  await carryOver(calls, { source, target, comparison, chosen: new Set(["widget:corner"]) });
  expect(said).toEqual(["stream Sales in q", "bots of new-1: 1", "widget Corner on new-1 in q"]);
});

test("what is the same is not written again", async () => {
  const source = side(aChannel());
  const target = side(aChannel({ id: "q", streams: [aStream({ id: "t", widgets: [] })] }));
  const comparison = compare(source, target, words);
  const { calls, said } = recorder();
  await carryOver(calls, {
    source,
    target,
    comparison,
    chosen: new Set(["channel", "stream:support", "widget:corner"]),
  });
  expect(said).toEqual(["widget Corner on t in q"]);
});
