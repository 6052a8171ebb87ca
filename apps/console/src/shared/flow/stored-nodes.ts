// The nodes of a version's flow as the server keeps them.
import { readStoredNode } from "@parley/flow";
import type { FlowNode } from "@parley/flow";
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { ask } from "../../lib/graphql/ask.ts";

export interface SavedNode {
  readonly node: FlowNode;
  /** Counts the edits of this node. */
  readonly revision: number;
}

const nodeFragment = graphql(`
  fragment FlowNodeFields on ProStudioNode {
    id
    solutionVersionId
    nodeName
    nodeNumber
    nodeType
    nodeTags
    order
    lastModified
    message
    intent
    command
    behaviors
    description
    cssClassname
    richAssetContent
    richAssetType
    decisionVariable
    nextNodes
    nodeInput
    parameterInput
    output
    variables
    whatsNext
    answerRequired
    nluDisabled
    analyticsEvent
    platformFlag
    skillTag
    revision
  }
`);

const nodesQuery = graphql(`
  query GetProStudioNodes($solutionVersionId: ID!) {
    proStudioNodes(solutionVersionId: $solutionVersionId) {
      id
      ...FlowNodeFields
    }
  }
`);

export async function loadNodes(solutionVersionId: string): Promise<readonly SavedNode[]> {
  const { proStudioNodes } = await ask(nodesQuery, { solutionVersionId });
  return proStudioNodes.map(savedNode);
}

export function savedNode({ revision, ...row }: ResultOf<typeof nodeFragment>): SavedNode {
  return { node: readStoredNode(row), revision };
}
