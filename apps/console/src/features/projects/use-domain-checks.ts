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
    const timer = setTimeout(async () => {
      const variables = { urls: key.split("\n"), projectEnvironmentConfigId: configId };
      const answer = await client
        .query(validateQuery, variables, { requestPolicy: "network-only" })
        .toPromise();
      const found = answer.data?.validateProjectEnvironmentUrls ?? [];
      setChecks((old) => new Map([...old, ...found.map((check) => [check.url, check] as const)]));
    }, pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [client, key, configId]);
  return checks;
}
