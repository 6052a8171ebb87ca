import { useState } from "react";
import { graphql } from "../../generated/graphql.ts";
import { useChange } from "../../lib/graphql/use-change.ts";
import type { ImportResult } from "./import-results.tsx";
import type { NewPerson } from "./import-rows.ts";

const addManyMutation = graphql(`
  mutation AddUsersToAccount($accountId: ID!, $users: [NewUserInput!]!, $isDryRun: Boolean) {
    addUsersToAccount(accountId: $accountId, users: $users, isDryRun: $isDryRun) {
      row
      userName
      outcome
      field
      message
    }
  }
`);

const chunk = 500;

/** Sends the list in parts; `progress` runs from 0 to 1 while it does. */
export function useAddMany(accountId: string) {
  const [add] = useChange(addManyMutation);
  const [progress, setProgress] = useState<number>();
  const addMany = async (people: readonly NewPerson[], isDryRun: boolean): Promise<ImportResult[]> => {
    const results: ImportResult[] = [];
    try {
      for (let start = 0; start < people.length; start += chunk) {
        setProgress(start / people.length);
        const users = people.slice(start, start + chunk);
        try {
          const { addUsersToAccount } = await add({ accountId, users, isDryRun });
          results.push(...addUsersToAccount.map((result) => ({ ...result, row: result.row + start })));
        } catch (reason) {
          if (start === 0) throw reason;
          return [...results, ...notSent(people, start, reason)];
        }
      }
    } finally {
      setProgress(undefined);
    }
    return results;
  };
  return { addMany, progress };
}

/** What was added before the line broke is told, and the rest can be sent again. */
function notSent(people: readonly NewPerson[], start: number, reason: unknown): ImportResult[] {
  const message = reason instanceof Error ? reason.message : String(reason);
  return people
    .slice(start)
    .map(({ userName }, index) => ({ row: start + index, userName, outcome: "FAILED", message }));
}
