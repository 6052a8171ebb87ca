// One question to a version as it stands in the editor; the answer arrives in pieces.
import type { Client } from "urql";
import { graphql } from "../../../generated/graphql.ts";
import type { ResultOf, VariablesOf } from "../../../generated/graphql.ts";

const trySubscription = graphql(`
  subscription TryAgent($input: TryAgentInput!) {
    tryAgent(input: $input) {
      label
      delta
      answer {
        text
        provider
        model
        inputTokens
        outputTokens
        cost
        ms
        toolCalls
        isIncomplete
        failure
        citations {
          number
          fileId
          title
          passage
          chunkId
        }
      }
    }
  }
`);

export type Answer = NonNullable<ResultOf<typeof trySubscription>["tryAgent"]["answer"]>;
export type Citation = Answer["citations"][number];
type Input = VariablesOf<typeof trySubscription>["input"];

type Handlers = {
  onDelta: (text: string) => void;
  onAnswer: (answer: Answer) => void;
  onFailure: (message: string) => void;
};

/** Answers how to give up. */
export function askAgent(client: Client, input: Input, handlers: Handlers): () => void {
  const running = client.subscription(trySubscription, { input }).subscribe((result) => {
    const event = result.data?.tryAgent;
    const failure = result.error?.graphQLErrors[0]?.message ?? result.error?.message;
    if (failure) handlers.onFailure(failure);
    if (event?.delta) handlers.onDelta(event.delta);
    if (event?.answer) handlers.onAnswer(event.answer);
    // After this turn of the loop: the answer may come before subscribe() has returned.
    if (failure || event?.answer) queueMicrotask(() => running.unsubscribe());
  });
  return () => running.unsubscribe();
}
