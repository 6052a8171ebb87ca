// Arguments and rows that the schema alone cannot tell, so that every mutation can be called.
import { administration } from "./recipes/administration.ts";
import { bots } from "./recipes/bots.ts";
import { conversations, moveToSandbox } from "./recipes/conversations.ts";
import type { Recipes, Tools } from "./recipes/recipe.ts";
import { studio } from "./recipes/studio.ts";

const recipes: Recipes = { ...administration, ...bots, ...conversations, ...studio };

export async function handMadeArguments(
  mutation: string,
  args: Record<string, unknown>,
  tools: Tools,
): Promise<Record<string, unknown>> {
  if (mutation.endsWith("Sandbox")) await moveToSandbox(tools);
  return { ...args, ...(await recipes[mutation]?.(args, tools)) };
}
