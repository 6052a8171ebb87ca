// Asks the server about addresses while they are typed, a moment after the last key.
import { useEffect, useState } from "react";
import { useClient } from "urql";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";

const validateQuery = graphql(`
  query ValidateProjectEnvironmentUrls($urls: [String!]!, $projectEnvironmentConfigId: ID) {
    validateProjectEnvironmentUrls(urls: $urls, projectEnvironmentConfigId: $projectEnvironmentConfigId) {
      url
      isValid
      validationResult
      normalUrl
      intersections {
        message
        isConflict
      }
    }
  }
`);

export type DomainCheck = ResultOf<typeof validateQuery>["validateProjectEnvironmentUrls"][number];

const pauseMilliseconds = 300;
const againMilliseconds = 3_000;

export function useDomainChecks(
  urls: readonly string[],
  known: readonly string[],
  configId: string,
): ReadonlyMap<string, DomainCheck> {
  const client = useClient();
  const [checks, setChecks] = useState<ReadonlyMap<string, DomainCheck>>(new Map());
  const asked = urls.filter((url) => url.trim() !== "" && !known.includes(url));
  const key = asked.join("\n");
  useEffect(() => {
    if (key === "") return;
    let isCurrent = true;
    let timer = setTimeout(look, pauseMilliseconds);
    async function look(): Promise<void> {
      const variables = { urls: key.split("\n"), projectEnvironmentConfigId: configId };
      const answer = await client
        .query(validateQuery, variables, { requestPolicy: "network-only" })
        .toPromise();
      if (answer.error && isCurrent) timer = setTimeout(look, againMilliseconds);
      const found = answer.data?.validateProjectEnvironmentUrls ?? [];
      setChecks((old) => new Map([...old, ...found.map((check) => [check.url, check] as const)]));
    }
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, key, configId]);
  return checks;
}
