// Writes a channel, or chosen parts of it, into the other environment with that environment's own calls.
// Every step looks at what is there, so that carrying over again after a failure does only what is left.
import type { Channel, Comparison, Side, Stream } from "./compare.ts";
import { findTwin, nameOfStream, nameOfWidget, widgetsOf } from "./compare.ts";
import type { AgentRouting } from "../../generated/operations.ts";

type Ids = { id: string };

/** The calls of the environment that is written to. */
export type Calls = {
  postChannel: (input: { name: string; description: string; logo: string | null }) => Promise<Ids>;
  putChannel: (
    id: string,
    input: { name: string; description: string; logo: string | null; version: number },
  ) => Promise<unknown>;
  configure: (id: string, agentRouting: AgentRouting, integrationName: string | null) => Promise<unknown>;
  createStream: (channelId: string, name: string, description: string) => Promise<Ids>;
  updateStream: (
    channelId: string,
    stream: Ids,
    values: { name: string; description: string },
  ) => Promise<unknown>;
  setBots: (channelId: string, streamId: string, stream: Stream) => Promise<unknown>;
  postWidget: (channelId: string, data: WidgetValues) => Promise<unknown>;
  putWidget: (channelId: string, data: WidgetValues & { id: string; version: number }) => Promise<unknown>;
};

export type WidgetValues = {
  stream_id: string;
  widget_name: string;
  style: unknown;
  beta: boolean;
  custom_pype_css: string;
};

type Task = { source: Side; target: Side | undefined; comparison: Comparison; chosen: ReadonlySet<string> };

export async function carryOver(calls: Calls, { source, target, comparison, chosen }: Task): Promise<void> {
  const from = source.channel;
  const to = target?.channel;
  const isChosen = (id: string) => chosen.has(id) && comparison.parts.some((part) => part.id === id);
  const channelId = await channelPart(calls, source, to, isChosen("channel"));
  const streamIds = new Map((to?.streams ?? []).map((stream) => [key(stream.name), stream.id]));
  for (const stream of from.streams) {
    const widgets = stream.widgets.filter((widget) => isChosen(`widget:${key(widget.widget_name)}`));
    const isWanted = isChosen(`stream:${key(stream.name)}`);
    // A widget cannot stand without its stream.
    if (isWanted || (widgets.length > 0 && !streamIds.has(key(stream.name)))) {
      streamIds.set(key(stream.name), await streamPart(calls, channelId, stream, to));
    }
  }
  for (const widget of widgetsOf(from)) {
    if (!isChosen(`widget:${key(widget.widget_name)}`)) continue;
    const home = from.streams.find((stream) => stream.id === widget.stream_id);
    const data = {
      stream_id: streamIds.get(key(home?.name ?? "")) ?? "",
      widget_name: widget.widget_name,
      style: widget.style,
      beta: widget.beta,
      custom_pype_css: widget.custom_pype_css,
    };
    const twin = findTwin(widgetsOf(to), nameOfWidget, widget.widget_name);
    if (twin) await calls.putWidget(channelId, { ...data, id: twin.id, version: twin.version });
    else await calls.postWidget(channelId, data);
  }
}

const key = (name: string) => name.trim().toLowerCase();

async function channelPart(
  calls: Calls,
  source: Side,
  to: Channel | undefined,
  isWanted: boolean,
): Promise<string> {
  const { name, description, logo, agent_routing } = source.channel;
  if (to && !isWanted) return to.id;
  const id = to ? to.id : (await calls.postChannel({ name, description: description || name, logo })).id;
  if (to) await calls.putChannel(id, { name, description, logo, version: to.version });
  await calls.configure(id, agent_routing, source.settings?.name || null);
  return id;
}

async function streamPart(
  calls: Calls,
  channelId: string,
  stream: Stream,
  to: Channel | undefined,
): Promise<string> {
  const twin = findTwin(to?.streams ?? [], nameOfStream, stream.name);
  const { name, description } = stream;
  const id = twin ? twin.id : (await calls.createStream(channelId, name, description)).id;
  if (twin) await calls.updateStream(channelId, twin, { name, description });
  await calls.setBots(channelId, id, stream);
  return id;
}
