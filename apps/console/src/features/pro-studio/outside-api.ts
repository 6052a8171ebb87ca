// The calls behind outside.ts.
import type { Json, JsonObject } from "@parley/flow";
import { slot } from "@parley/bot-data/slot";
import { z } from "zod";
import { graphql } from "../../generated/graphql.ts";
import { ask } from "../../lib/graphql/ask.ts";
import { client } from "../../lib/graphql/client.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { loadNodes } from "../../shared/flow/stored-nodes.ts";
import type { Outside, Question } from "./outside.ts";

const referencesQuery = graphql(`
  query GetProStudioReferences($solutionVersionId: ID!) {
    proStudioReferences(solutionVersionId: $solutionVersionId) {
      intents
      entities
      scripts
      commands
      skills
      slots
      isTrained
      assets {
        id
        name
      }
      tasks {
        id
        name
      }
    }
  }
`);

const understandingQuery = graphql(`
  query GetProStudioUnderstanding($solutionVersionId: ID!, $text: String!) {
    proStudioUnderstanding(solutionVersionId: $solutionVersionId, text: $text)
  }
`);

const trafficQuery = graphql(`
  query GetProStudioTraffic($solutionVersionId: ID!, $days: Int!, $onlyThisVersion: Boolean!) {
    proStudioTraffic(solutionVersionId: $solutionVersionId, days: $days, onlyThisVersion: $onlyThisVersion) {
      conversations
      nodes {
        nodeId
        visits
        conversations
        left
      }
    }
  }
`);

const effectMutation = graphql(`
  mutation RunProStudioEffect($solutionVersionId: ID!, $effect: JSON!) {
    runProStudioEffect(solutionVersionId: $solutionVersionId, effect: $effect) {
      ok
      value
      error
      said
      variables
      logs
      ms
    }
  }
`);

const newVersionMutation = graphql(`
  mutation RestoreFlowVersion($solutionId: ID!, $basedOn: ID!) {
    createSolutionVersion(solutionId: $solutionId, version: { basedOn: $basedOn }) {
      id
    }
  }
`);

const agentSubscription = graphql(`
  subscription AskAgentInTest($input: TryAgentInput!) {
    tryAgent(input: $input) {
      answer {
        text
        failure
        citations {
          fileId
          title
          passage
        }
      }
    }
  }
`);

const slotList = z.array(
  z.object({ intent: z.string(), slots: z.array(slot.extend({ choices: z.array(z.string()).optional() })) }),
);

const understanding = z.object({
  intent: z.string(),
  score: z.number(),
  entities: z.array(
    z
      .object({ name: z.string(), value: z.unknown(), text: z.string(), entity: z.string() })
      .transform((entity) => ({ ...entity, value: jsonOf(entity.value) })),
  ),
});

export function serverOutside(solutionId: string, solutionVersionId: string): Outside {
  return {
    async references() {
      const { slots, ...references } = (await ask(referencesQuery, { solutionVersionId }))
        .proStudioReferences;
      const wanted = slotList.parse(slots);
      return { ...references, slots: new Map(wanted.map((entry) => [entry.intent, entry.slots])) };
    },
    async understand(text) {
      const { proStudioUnderstanding } = await ask(understandingQuery, { solutionVersionId, text });
      return understanding.nullish().parse(proStudioUnderstanding) ?? null;
    },
    async traffic(options) {
      return (await ask(trafficQuery, { solutionVersionId, ...options })).proStudioTraffic;
    },
    async run(effect) {
      const { runProStudioEffect } = await ask(effectMutation, { solutionVersionId, effect });
      const { value, error, variables } = runProStudioEffect;
      return {
        ...runProStudioEffect,
        value: jsonOf(value),
        error: error ?? null,
        variables: objectOf(variables),
      };
    },
    askAgent: (question) => askAgent(solutionVersionId, question),
    async loadFlow(versionId) {
      return { nodes: (await loadNodes(versionId)).map(({ node }) => node) };
    },
    async newVersionFrom(versionId) {
      const answer = await ask(newVersionMutation, { solutionId, basedOn: versionId });
      return answer.createSolutionVersion.id;
    },
  };
}

/** The words are not kept. */
function askAgent(solutionVersionId: string, { text, taskId, history }: Question): Promise<Json> {
  return new Promise((resolve, reject) => {
    const input = {
      solutionVersionId,
      text,
      history: history.map((said) => ({ ...said })),
      ...(taskId === "" ? {} : { taskId }),
    };
    const subscription = client.subscription(agentSubscription, { input }).subscribe(({ data, error }) => {
      const answer = data?.tryAgent.answer;
      if (error) reject(new DataError(error));
      else if (answer?.failure) reject(new Error(answer.failure));
      else if (answer)
        resolve({ text: answer.text, sources: answer.citations.map((source) => ({ ...source })) });
      if (error || answer) queueMicrotask(() => subscription.unsubscribe());
    });
  });
}

function jsonOf(value: unknown): Json {
  const json: Json = JSON.parse(JSON.stringify(value ?? null));
  return json;
}

function objectOf(value: unknown): JsonObject {
  const json = jsonOf(value);
  return isObject(json) ? json : {};
}

function isObject(json: Json): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
