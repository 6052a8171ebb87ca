// Carrying channels over to an environment with its own calls.
import { useMemo } from "react";
import { useViewer } from "../../shared/viewer.tsx";
import { carryOver } from "./carry-over.ts";
import type { Calls } from "./carry-over.ts";
import { patchChannelConfig, postChannel, putChannel } from "./channel-documents.ts";
import type { Comparison, Side } from "./compare.ts";
import { useCustomerPlace, useTwins } from "./environment.ts";
import type { Environment } from "./environment.ts";
import { createStream, updateStream, updateStreamBot } from "./stream-documents.ts";
import { envelope, postWidget, putWidget } from "./widget-documents.ts";

export type Carrying = {
  to: Environment;
  source: Side;
  target: Side | undefined;
  comparison: Comparison;
  chosen: ReadonlySet<string>;
};

export function useCarryOver(): (what: Carrying) => Promise<void> {
  const { customerId, projectId } = useCustomerPlace();
  const viewer = useViewer();
  const post = useTwins(postChannel);
  const put = useTwins(putChannel);
  const configure = useTwins(patchChannelConfig);
  const addStream = useTwins(createStream);
  const changeStream = useTwins(updateStream);
  const setBots = useTwins(updateStreamBot);
  const addWidget = useTwins(postWidget);
  const changeWidget = useTwins(putWidget);
  return useMemo(() => {
    const place = { customerId, projectId };
    const callsOf = (to: Environment): Calls => ({
      postChannel: async (pypeInput) => (await post[to]({ ...place, pypeInput })).channel,
      putChannel: (id, pypeInput) => put[to]({ ...place, id, pypeInput }),
      configure: (pypeId, agentRouting, integrationName) =>
        configure[to]({ projectId, pypeId, agentRouting, config: { integrationName } }),
      createStream: async (pypeId, name, description) =>
        (await addStream[to]({ ...place, pypeId, name, description })).stream,
      updateStream: (pypeId, { id }, values) =>
        changeStream[to]({ ...place, pypeId, streamId: id, ...values }),
      setBots: (pypeId, streamId, stream) =>
        setBots[to]({
          ...place,
          pypeId,
          streamId,
          startChatBotId: stream.start_chat_bot_id,
          endChatBotId: stream.end_chat_bot_id,
          startChatBotEnabled: stream.start_chat_bot_enabled,
          endChatBotEnabled: stream.end_chat_bot_enabled,
        }),
      postWidget: (pype_id, data) =>
        addWidget[to]({ projectId, data: { ...data, pype_id }, ...envelope("create", pype_id, viewer.id) }),
      putWidget: (pype_id, data) =>
        changeWidget[to]({
          projectId,
          data: { ...data, pype_id },
          ...envelope("update", pype_id, viewer.id),
        }),
    });
    return ({ to, ...task }: Carrying) => carryOver(callsOf(to), task);
  }, [
    customerId,
    projectId,
    viewer.id,
    post,
    put,
    configure,
    addStream,
    changeStream,
    setBots,
    addWidget,
    changeWidget,
  ]);
}
