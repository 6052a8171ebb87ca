// Our addresses for a connection: of the stored one, or proposed for the one that is being drawn up.
import { useEffect, useState } from "react";
import { useClient } from "urql";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import type { Connection } from "./login-methods-query.ts";

const proposeQuery = graphql(`
  query ProposeConnection($accountId: ID!, $type: AuthMethodTypeEnum!) {
    proposeConnection(accountId: $accountId, type: $type) {
      providerId
      redirectUri
      acsUrl
      entityId
      metadataUrl
    }
  }
`);

export type OurAddresses = ResultOf<typeof proposeQuery>["proposeConnection"];

export function useOurAddresses(
  accountId: string,
  type: "OIDC" | "SAML",
  connection: Connection | undefined,
  canManage: boolean,
): OurAddresses | undefined {
  const client = useClient();
  const [proposed, setProposed] = useState<OurAddresses>();
  const isNew = connection === undefined && canManage;
  useEffect(() => {
    if (!isNew) return undefined;
    let isWanted = true;
    void client
      .query(proposeQuery, { accountId, type }, { requestPolicy: "network-only" })
      .toPromise()
      .then(({ data }) => isWanted && data && setProposed(data.proposeConnection));
    return () => {
      isWanted = false;
    };
  }, [client, accountId, type, isNew]);
  return connection ?? proposed;
}
