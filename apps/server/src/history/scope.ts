// Which conversations a call is about: those of one customer, or of the whole project.
import { type HistorySearchBody, historySearchBody } from "@parley/bot-data";
import { Invalid, NotFound } from "#platform/errors.ts";
import { isId } from "#platform/ids.ts";
import type { Context } from "../context.ts";

export async function customerOf(
  ctx: Context,
  projectId: string,
  customerId: string | null | undefined,
): Promise<string | undefined> {
  if (customerId == null) return undefined;
  const found = isId(customerId)
    ? await ctx.db
        .selectFrom("customers")
        .select("id")
        .where("project_id", "=", projectId)
        .where("id", "=", customerId)
        .executeTakeFirst()
    : undefined;
  if (!found) throw new NotFound("customer");
  return found.id;
}

export function searchBodyOf(given: unknown): HistorySearchBody {
  const parsed = historySearchBody.safeParse(given ?? {});
  if (parsed.success) {
    if (JSON.stringify(parsed.data).includes("\\u0000")) {
      throw new Invalid("searchBody.text", "This holds a character that cannot be searched for.");
    }
    return parsed.data;
  }
  const issue = parsed.error.issues[0];
  const path = ["searchBody", ...(issue?.path ?? [])].join(".");
  throw new Invalid(path, `This search is not understood: ${issue?.message ?? "check its fields"}.`);
}
