import type { Resolvers } from "#generated/resolvers.ts";
import { load } from "../context.ts";
import { cssProblems } from "./custom-css.ts";
import { externalAgentMutations, externalAgentQueries } from "./external-agent-resolvers.ts";
import { handsOverOfStreams } from "./hands-over.ts";
import { pypeMutations, pypeQueries } from "./pype-resolvers.ts";
import { sightingsOfWidgets, streamsOfPypes, widgetsOfStreams } from "./queries.ts";
import { streamMutations, streamQueries } from "./stream-resolvers.ts";
import { widgetMutations } from "./widget-resolvers.ts";

const colours = ["teal", "blue", "violet", "pink", "orange", "green"] as const;

export const resolvers: Resolvers = {
  Query: { ...pypeQueries, ...streamQueries, ...externalAgentQueries },
  Mutation: { ...pypeMutations, ...streamMutations, ...widgetMutations, ...externalAgentMutations },
  Pype: {
    // The check constraints list exactly the values of the enums.
    status: (pype) => pype.status as "ACTIVE" | "PAUSED",
    agent_routing: (pype) => pype.agent_routing as "BOT_ONLY" | "BOT_THEN_AGENT" | "AGENT_FIRST",
    logo_generated: (pype) => ({
      text: pype.name.slice(0, 2).toUpperCase(),
      color: colours[pype.id.charCodeAt(pype.id.length - 1) % colours.length],
    }),
    streams: (pype, _, ctx) => load(ctx, streamsOfPypes, pype.id),
  },
  Stream: {
    start_bot_hands_over: (stream, _, ctx) => load(ctx, handsOverOfStreams, stream.id),
    widgets: (stream, _, ctx) => load(ctx, widgetsOfStreams, stream.id),
  },
  Widget: {
    css_problems: (widget) => cssProblems(widget.custom_pype_css),
    sightings: (widget, _, ctx) => load(ctx, sightingsOfWidgets, widget.id),
  },
  ExternalAgentIntegration: {
    integrationName: (agent) => agent.integration_name,
    integrationFields: (agent) => agent.integration_fields ?? [],
    callbackURL: (agent) => agent.callback_url,
    callbackToken: (agent) => agent.callbackToken ?? null,
    callbackTokenLastFour: (agent) => agent.callback_token_last_four,
    previousTokenUntil: ({ previous_token_until: until }) => (until && until > new Date() ? until : null),
  },
};
