// From the text of an operation to its answer. A text is parsed, checked and, when it comes back, compiled once.
import { compileQuery, type CompiledQuery, isCompiledQuery } from "graphql-jit";
import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  parse,
} from "graphql";
import { PublicError } from "../errors.ts";
import { createDocumentChecks, type DocumentOptions, Refused } from "./document-checks.ts";
import { maxTokens } from "./limits.ts";

export interface Asked {
  readonly query: string;
  readonly variables: Record<string, unknown> | undefined;
  readonly operationName: string | undefined;
}

export interface Operations {
  /** The document of a text that may be asked. Throws Refused. */
  documentOf(text: string): DocumentNode;
  /** Throws Refused. */
  run(asked: Asked, context: unknown): Promise<ExecutionResult> | ExecutionResult;
}

interface Known {
  readonly document: DocumentNode;
  readonly hasSubscription: boolean;
  /** By the name of the operation; undefined for one that was asked once. */
  readonly compiled: Map<string | undefined, CompiledQuery | undefined>;
}

/** Texts, numbers and the like are sent as resolvers give them; tests refuse what would have to be converted. */
const asResolved = { disableLeafSerialization: true };

const mostKnown = 500;
/** Several times the longest text of the console. Anybody may send longer ones, and would fill the memory with them. */
const longestKnown = 20_000;

export function createOperations(schema: GraphQLSchema, options: DocumentOptions): Operations {
  const check = createDocumentChecks(schema, options);
  const known = new Map<string, Known>();
  // Apart, so that a flood of mistakes does not push out what everybody asks.
  const refused = new Map<string, Refused>();

  function lookUp(text: string): Known {
    const before = known.get(text);
    if (before) return before;
    const mistake = refused.get(text);
    if (mistake) throw mistake;
    try {
      const document = parsed(text);
      check(document);
      const found: Known = { document, hasSubscription: hasSubscription(document), compiled: new Map() };
      remember(known, text, found);
      return found;
    } catch (error) {
      if (error instanceof Refused) remember(refused, text, error);
      throw error;
    }
  }

  return {
    documentOf: (text) => lookUp(text).document,
    run({ query, variables = {}, operationName }, context) {
      const asked = lookUp(query);
      if (asked.hasSubscription) throw new Refused([onlyOverSockets()]);
      const ready = compiledFor(asked, operationName);
      return ready
        ? ready.query(undefined, context, variables)
        : runOnce(asked, context, variables, operationName);
    },
  };

  async function runOnce(
    { document, compiled }: Known,
    contextValue: unknown,
    variableValues: Record<string, unknown>,
    operationName: string | undefined,
  ): Promise<ExecutionResult> {
    const execution = await execute({ schema, document, contextValue, variableValues, operationName });
    // Without data nothing was run: there may be no operation of that name.
    if (execution.data && !compiled.has(operationName)) compiled.set(operationName, undefined);
    return execution;
  }

  function compiledFor({ document, compiled }: Known, name: string | undefined): CompiledQuery | undefined {
    const ready = compiled.get(name);
    if (ready || !compiled.has(name)) return ready;
    const made = compileQuery(schema, document, name, asResolved);
    if (!isCompiledQuery(made)) return undefined;
    compiled.set(name, made);
    return made;
  }
}

function hasSubscription(document: DocumentNode): boolean {
  return document.definitions.some(
    (one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === OperationTypeNode.SUBSCRIPTION,
  );
}

function onlyOverSockets(): PublicError {
  return new PublicError("Subscriptions are answered over a websocket.", "BAD_REQUEST", 400);
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens });
  } catch (error) {
    throw new Refused([error instanceof Error ? error : new Error(String(error))]);
  }
}

/** Whatever came first goes first. */
function remember<V>(memory: Map<string, V>, text: string, value: V): void {
  if (text.length > longestKnown) return;
  if (memory.size >= mostKnown) memory.delete(memory.keys().next().value ?? "");
  memory.set(text, value);
}
