// Which environment a page acts on. The address says it (decision 005); the API has a twin of every call.
import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { AnyVariables } from "@urql/core";
import type { EnvironmentName } from "@parley/ui/environment-badge";
import { useMemo } from "react";
import { useParams } from "react-router";
import { useChange } from "../../lib/graphql/use-change.ts";

export const environments = ["Sandbox", "Live"] as const;
export type Environment = (typeof environments)[number];

/** The two documents of one operation. Both name their answer alike, so either can stand for the other. */
export type Twins<Data, Variables> = Readonly<Record<Environment, TypedDocumentNode<Data, Variables>>>;

export const otherEnvironment = { Live: "Sandbox", Sandbox: "Live" } as const;
export const colourName = { Live: "live", Sandbox: "sandbox" } as const satisfies Record<
  Environment,
  EnvironmentName
>;

/** Where a channel lives: the ids of its address. */
export type CustomerPlace = { orgId: string; projectId: string; customerId: string };

export function useCustomerPlace(): CustomerPlace {
  const { orgId = "", projectId = "", customerId = "" } = useParams();
  return useMemo(() => ({ orgId, projectId, customerId }), [orgId, projectId, customerId]);
}

/** undefined for an address that names neither. */
export function useEnvironment(): Environment | undefined {
  const { environment } = useParams();
  return environments.find((name) => colourName[name] === environment);
}

export function useTwins<Data, Variables extends AnyVariables>(documents: Twins<Data, Variables>) {
  const [live] = useChange(documents.Live);
  const [sandbox] = useChange(documents.Sandbox);
  return useMemo(() => ({ Live: live, Sandbox: sandbox }), [live, sandbox]);
}
