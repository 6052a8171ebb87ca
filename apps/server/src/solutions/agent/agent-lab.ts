// One agent over a model that can be told to misbehave, for the tests of its turns.
import { afterAll, beforeAll, beforeEach } from "vitest";
import { startTestingModel, type TestingModel } from "#testing/model.ts";
import { startTestServer, type TestServer } from "#testing/server.ts";
import { aCredential, aKnowledgeFile, aStudio, providers, type Studio } from "#testing/studio.ts";
import { runAgentTurn } from "./run-turn.ts";
import type { AgentTurnInput } from "./turn.ts";

type Overrides = Partial<Omit<AgentTurnInput, "agent">> & { agent?: Record<string, unknown> };

export interface AgentLab {
  readonly server: TestServer;
  readonly studio: Studio;
  readonly model: TestingModel;
  /** About luggage and pets. */
  readonly fileId: string;
  /** What a credential needs to reach the model. */
  endpoint(): Record<string, unknown>;
  turn(overrides?: Overrides): ReturnType<typeof runAgentTurn>;
}

/** A server and a model for all tests of the file; a credential of its own for each of them. */
export function agentLab(): AgentLab {
  let server: TestServer;
  let studio: Studio;
  let model: TestingModel;
  let fileId: string;
  let credentialId: string;
  const endpoint = () => ({
    llmProviderId: providers.openaiCompatible,
    model: "test-model",
    baseUrl: model.url,
    secret: "sk-test-0123456789abcdef",
  });
  beforeAll(async () => {
    server = await startTestServer();
    studio = await aStudio(server);
    model = await startTestingModel();
    fileId = await aKnowledgeFile(
      server,
      studio,
      "luggage.md",
      "# Luggage\n\nOne bag of 23 kg is included.\n\n# Pets\n\nSmall dogs travel in the cabin for 60 euros.",
    );
  });
  afterAll(async () => {
    await model?.stop();
    await server?.stop();
  });
  beforeEach(async () => {
    model.mode = "answer";
    model.reply = () => ({ text: "Hello from the model." });
    // Breakers and retry budgets are kept per credential.
    credentialId = await aCredential(studio, endpoint());
    model.count();
  });
  return {
    get server() {
      return server;
    },
    get studio() {
      return studio;
    },
    get model() {
      return model;
    },
    get fileId() {
      return fileId;
    },
    endpoint,
    turn({ agent, ...input } = {}) {
      return runAgentTurn(server.services, {
        projectId: studio.projectId,
        agent: { supervisorName: "Iris", brandName: "Acme", credentialId, deadlineMs: 2_000, ...agent },
        history: [],
        text: "How heavy may my bag be?",
        signal: new AbortController().signal,
        ...input,
      });
    },
  };
}
