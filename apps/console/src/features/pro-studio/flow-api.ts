// Every call the designer makes to the server.
import { graphql } from "../../generated/graphql.ts";
import type { ResultOf } from "../../generated/graphql.ts";
import { client } from "../../lib/graphql/client.ts";
import { ask } from "../../lib/graphql/ask.ts";
import { DataError } from "../../lib/graphql/errors.ts";
import { loadNodes, savedNode } from "../../shared/flow/stored-nodes.ts";
import type { FlowApi, FlowRecord, NodeEdit } from "./saving/flow-api-types.ts";

const recordFragment = graphql(`
  fragment FlowRecordFields on ProStudioVersion {
    solutionVersionId
    lastServerSync
    lastServerSyncHash
    lastServerSyncError
    lastServerValidation
    lastServerValidationHash
    lastServerValidationMessages
  }
`);

const recordQuery = graphql(`
  query GetProStudioVersionData($solutionVersionId: ID!) {
    proStudioVersionData(solutionVersionId: $solutionVersionId) {
      ...FlowRecordFields
    }
  }
`);

const createRecord = graphql(`
  mutation CreateProStudioVersion($solutionVersionId: ID!, $projectProStudioSettingId: ID!) {
    createProStudioVersion(
      solutionVersionId: $solutionVersionId
      projectProStudioSettingId: $projectProStudioSettingId
    ) {
      affected_rows
    }
  }
`);

const saveMutation = graphql(`
  mutation UpdateProStudioNodes($objects: [ProStudioNodeInput!]!, $clientId: String) {
    updateProStudioNodes(objects: $objects, clientId: $clientId) {
      affected_rows
      returning {
        id
        revision
      }
      conflicts {
        nodeId
        who
        when
        current {
          id
          ...FlowNodeFields
        }
      }
    }
  }
`);

const removeMutation = graphql(`
  mutation DeleteProStudioNode($nodeId: ID!, $solutionVersionId: ID!, $baseRevision: Int, $clientId: String) {
    deleteProStudioNode(
      nodeId: $nodeId
      solutionVersionId: $solutionVersionId
      baseRevision: $baseRevision
      clientId: $clientId
    ) {
      affected_rows
    }
  }
`);

const syncMutation = graphql(`
  mutation SyncProStudioVersion($solutionVersionId: ID!) {
    syncProStudioVersion(solutionVersionId: $solutionVersionId) {
      ok
      record {
        ...FlowRecordFields
      }
    }
  }
`);

const validateMutation = graphql(`
  mutation ValidateProStudioVersion($solutionVersionId: ID!) {
    validateProStudioVersion(solutionVersionId: $solutionVersionId) {
      ok
      record {
        ...FlowRecordFields
      }
    }
  }
`);

const changesSubscription = graphql(`
  subscription ProStudioChanges($solutionVersionId: ID!) {
    proStudioChanges(solutionVersionId: $solutionVersionId) {
      solutionVersionId
      clientId
      who
      isFirst
      deleted
      changed {
        id
        ...FlowNodeFields
      }
    }
  }
`);

const presenceSubscription = graphql(`
  subscription ProStudioPresence($solutionVersionId: ID!) {
    proStudioPresence(solutionVersionId: $solutionVersionId) {
      userId
      name
      picture
      clientId
      nodeIds
    }
  }
`);

const presenceMutation = graphql(`
  mutation SetProStudioPresence($solutionVersionId: ID!, $clientId: String!, $nodeIds: [ID!]!) {
    setProStudioPresence(solutionVersionId: $solutionVersionId, clientId: $clientId, nodeIds: $nodeIds)
  }
`);

const leaveMutation = graphql(`
  mutation LeaveProStudio($solutionVersionId: ID!, $clientId: String!) {
    leaveProStudio(solutionVersionId: $solutionVersionId, clientId: $clientId)
  }
`);

type RecordRow = ResultOf<typeof recordFragment>;

export function serverFlowApi(solutionVersionId: string): FlowApi {
  const clientId = crypto.randomUUID();
  const mine = { solutionVersionId, clientId };
  return {
    clientId,
    async save(edits) {
      const { updateProStudioNodes } = await ask(saveMutation, { objects: edits.map(inputOf), clientId });
      return {
        written: updateProStudioNodes.returning,
        refused: updateProStudioNodes.conflicts.map(({ nodeId, who, when, current }) => ({
          nodeId,
          who,
          when,
          current: current ? savedNode(current) : null,
        })),
      };
    },
    async remove(nodeId, baseRevision) {
      try {
        await ask(removeMutation, { nodeId, solutionVersionId, baseRevision, clientId });
        return null;
      } catch (reason) {
        if (!(reason instanceof DataError) || reason.details["nodeId"] !== nodeId) throw reason;
        const nodes = await loadNodes(solutionVersionId);
        const current = nodes.find(({ node }) => node.id === nodeId) ?? null;
        const { who, when } = reason.details;
        return { nodeId, who: String(who), when: String(when), current };
      }
    },
    loadNodes: () => loadNodes(solutionVersionId),
    loadRecord: () => loadRecord(solutionVersionId),
    async sync() {
      const { syncProStudioVersion } = await ask(syncMutation, { solutionVersionId });
      return recordOf(syncProStudioVersion.record);
    },
    async validate() {
      const { validateProStudioVersion } = await ask(validateMutation, { solutionVersionId });
      return recordOf(validateProStudioVersion.record);
    },
    watchChanges(onChange, onAgain) {
      let hasBegun = false;
      const subscription = client
        .subscription(changesSubscription, { solutionVersionId })
        .subscribe(({ data }) => {
          const event = data?.proStudioChanges;
          if (!event) return;
          if (event.isFirst) {
            // The first event of a later connection: whatever happened in between was not told.
            if (hasBegun) onAgain();
            hasBegun = true;
          }
          if (event.clientId === clientId) return;
          onChange({
            changed: event.changed.map(savedNode),
            deleted: event.deleted,
            who: event.who ?? "",
          });
        });
      return () => subscription.unsubscribe();
    },
    watchEditors(onEditors) {
      const subscription = client
        .subscription(presenceSubscription, { solutionVersionId })
        .subscribe(({ data }) => {
          const others = data?.proStudioPresence.filter((editor) => editor.clientId !== clientId);
          if (others) onEditors(others.map((editor) => ({ ...editor, picture: editor.picture ?? null })));
        });
      return () => subscription.unsubscribe();
    },
    async tellPresence(nodeIds) {
      await ask(presenceMutation, { ...mine, nodeIds: nodeIds.slice(0, 100) });
    },
    leave() {
      void client.mutation(leaveMutation, mine).toPromise();
    },
  };
}

export async function loadRecord(solutionVersionId: string): Promise<FlowRecord> {
  const { proStudioVersionData } = await ask(recordQuery, { solutionVersionId });
  return proStudioVersionData ? recordOf(proStudioVersionData) : noRecord;
}

/** The row that sync and validation write to; there already on every visit but the first. */
export async function openRecord(
  solutionVersionId: string,
  projectProStudioSettingId: string,
): Promise<void> {
  await ask(createRecord, { solutionVersionId, projectProStudioSettingId });
}

const noRecord: FlowRecord = {
  syncedAt: null,
  syncedHash: null,
  syncErrors: [],
  validatedAt: null,
  validatedHash: null,
  validationMessages: [],
};

function recordOf(row: RecordRow): FlowRecord {
  return {
    syncedAt: row.lastServerSync ?? null,
    syncedHash: row.lastServerSyncHash ?? null,
    syncErrors: row.lastServerSyncError,
    validatedAt: row.lastServerValidation ?? null,
    validatedHash: row.lastServerValidationHash ?? null,
    validationMessages: row.lastServerValidationMessages,
  };
}

function inputOf({ node, baseRevision }: NodeEdit) {
  const { lastModified: _unused, ...fields } = node;
  return { ...fields, nodeTags: [...fields.nodeTags], baseRevision };
}
