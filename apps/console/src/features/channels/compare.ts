// What differs between a channel and its twin in the other environment (decision 074). Channels, streams and
// widgets are twins when their names are the same, whatever the capitals.
import type { DiffField } from "@parley/ui/diff-view";
import type { ChannelPartsFragment } from "../../generated/operations.ts";
import { readStyle } from "./widget-style.ts";

export type Channel = ChannelPartsFragment;
export type Stream = Channel["streams"][number];
export type Widget = Stream["widgets"][number];

/** Integration settings are a call of their own; undefined while it is on its way. */
export type IntegrationSettings = { name: string; headers: readonly string[] };
export type Side = { channel: Channel; settings: IntegrationSettings | undefined };

export type Pair = { name: string; sandbox: Channel | undefined; live: Channel | undefined };

/** One thing that can be carried over by itself. */
export type Part = {
  id: string;
  kind: "channel" | "stream" | "widget";
  name: string;
  /** The other side has nothing of this name. */
  isNew: boolean;
  /** before: what the other side has; after: what it would get. */
  fields: DiffField[];
};

export type Comparison = {
  parts: Part[];
  /** Only on the other side: carrying over leaves them as they are. */
  extras: { kind: "stream" | "widget"; name: string }[];
  /** Headers whose secret values nobody can read, so they must be set by hand. */
  missingHeaders: string[];
};

export type Words = { field: (name: string) => string; bot: (id: string | null) => string; off: string };

const keyOf = (name: string) => name.trim().toLowerCase();

export function findTwin<Thing>(
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
  name: string,
): Thing | undefined {
  return things.find((thing) => keyOf(nameOf(thing)) === keyOf(name));
}

export function pairsOf(sandbox: readonly Channel[], live: readonly Channel[]): Pair[] {
  const alone = live.filter((channel) => !findTwin(sandbox, nameOfChannel, channel.name));
  return [
    ...sandbox.map((channel) => ({
      name: channel.name,
      sandbox: channel,
      live: findTwin(live, nameOfChannel, channel.name),
    })),
    ...alone.map((channel) => ({ name: channel.name, sandbox: undefined, live: channel })),
  ].toSorted((left, right) => left.name.localeCompare(right.name));
}

const nameOfChannel = (channel: Channel) => channel.name;
export const nameOfStream = (stream: Stream) => stream.name;
export const nameOfWidget = (widget: Widget) => widget.widget_name;
export const widgetsOf = (channel: Channel | undefined) =>
  channel?.streams.flatMap((stream) => stream.widgets) ?? [];

export function compare(source: Side, target: Side | undefined, words: Words): Comparison {
  const from = source.channel;
  const to = target?.channel;
  const parts: Part[] = [
    {
      id: "channel",
      kind: "channel",
      name: from.name,
      isNew: !to,
      fields: channelFields(source, target, words),
    },
    ...from.streams.map((stream) => streamPart(stream, to, words)),
    ...widgetsOf(from).map((widget) => widgetPart(widget, from, to, words)),
  ];
  const has = (name: string, names: readonly string[]) => names.some((other) => keyOf(other) === keyOf(name));
  const streamNames = from.streams.map(nameOfStream);
  const widgetNames = widgetsOf(from).map(nameOfWidget);
  return {
    parts: parts.filter((part) => part.isNew || part.fields.length > 0),
    extras: [
      ...(to?.streams ?? [])
        .filter((stream) => !has(stream.name, streamNames))
        .map(({ name }) => ({ kind: "stream" as const, name })),
      ...widgetsOf(to)
        .filter((widget) => !has(widget.widget_name, widgetNames))
        .map((widget) => ({ kind: "widget" as const, name: widget.widget_name })),
    ],
    missingHeaders: (source.settings?.headers ?? []).filter(
      (header) => !has(header, target?.settings?.headers ?? []),
    ),
  };
}

function channelFields(source: Side, target: Side | undefined, words: Words): DiffField[] {
  const from = source.channel;
  const to = target?.channel;
  return changed([
    { label: words.field("name"), before: to?.name, after: from.name },
    { label: words.field("description"), before: to?.description, after: from.description },
    { label: words.field("logo"), before: to?.logo, after: from.logo },
    {
      label: words.field("routing"),
      before: to && words.field(to.agent_routing),
      after: words.field(from.agent_routing),
    },
    { label: words.field("integration"), before: target?.settings?.name, after: source.settings?.name },
  ]);
}

function streamPart(stream: Stream, to: Channel | undefined, words: Words): Part {
  const twin = findTwin(to?.streams ?? [], nameOfStream, stream.name);
  const bot = (id: string | null | undefined, isOn: boolean | undefined) =>
    id == null ? "" : `${words.bot(id)}${isOn === false ? ` (${words.off})` : ""}`;
  const fields = [
    { label: words.field("name"), before: twin?.name, after: stream.name },
    { label: words.field("description"), before: twin?.description, after: stream.description },
    {
      label: words.field("startBot"),
      before: bot(twin?.start_chat_bot_id, twin?.start_chat_bot_enabled),
      after: bot(stream.start_chat_bot_id, stream.start_chat_bot_enabled),
    },
    {
      label: words.field("endBot"),
      before: bot(twin?.end_chat_bot_id, twin?.end_chat_bot_enabled),
      after: bot(stream.end_chat_bot_id, stream.end_chat_bot_enabled),
    },
  ];
  return {
    id: `stream:${keyOf(stream.name)}`,
    kind: "stream",
    name: stream.name,
    isNew: !twin,
    fields: changed(fields),
  };
}

function widgetPart(widget: Widget, from: Channel, to: Channel | undefined, words: Words): Part {
  const twin = findTwin(widgetsOf(to), nameOfWidget, widget.widget_name);
  const style: Record<string, unknown> = readStyle(widget.style);
  const twinStyle: Record<string, unknown> = readStyle(twin?.style);
  const fields = [
    { label: words.field("name"), before: twin?.widget_name, after: widget.widget_name },
    { label: words.field("stream"), before: streamNameOf(to, twin), after: streamNameOf(from, widget) },
    ...[...new Set([...Object.keys(style), ...Object.keys(twinStyle)])].map((key) => ({
      label: words.field(key),
      before: twinStyle[key],
      after: style[key],
    })),
    { label: words.field("beta"), before: twin?.beta ?? false, after: widget.beta },
    {
      label: words.field("css"),
      before: twin?.custom_pype_css,
      after: widget.custom_pype_css,
      kind: "lines" as const,
    },
  ];
  return {
    id: `widget:${keyOf(widget.widget_name)}`,
    kind: "widget",
    name: widget.widget_name,
    isNew: !twin,
    fields: changed(fields),
  };
}

function streamNameOf(channel: Channel | undefined, widget: Widget | undefined): string | undefined {
  return channel?.streams.find((stream) => stream.id === widget?.stream_id)?.name;
}

function changed(fields: readonly DiffField[]): DiffField[] {
  const said = (value: unknown) =>
    value === undefined || value === null || value === "" ? "" : JSON.stringify(value);
  return fields.filter((field) => said(field.before) !== said(field.after));
}
