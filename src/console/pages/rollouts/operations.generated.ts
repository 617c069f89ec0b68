/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodeRolloutProgressQueryVariables = Exact<{
  id: string;
}>;


export type NodeRolloutProgressQuery = { nodeRollout: { id: string, summary: string, parallel: number, state: Types.NodeRolloutState, reason: string | null, requestedBy: string, requestedAt: string, endedAt: string | null, policy: { outsideWindows: boolean, rehearse: boolean, budget: { keepAvailable: number, per: Array<string> } | null, canary: { count: number, soakSeconds: number } | null, windows: { timeZone: string, windows: Array<{ days: Array<Types.Weekday>, from: string, to: string }> } | null, height: { at: number | null, avoid: number | null, within: number } | null, gate: { maxBlocksBehind: number | null, minPeers: number | null, maxMemoryPercent: number | null } | null }, counts: { total: number, waiting: number, underWay: number, changed: number, failed: number, skipped: number, restorable: number }, waitsFor: Array<{ id: string, nodeName: string, wait: { code: Types.NodeRolloutWaitCode, message: string } | null }> } | null };

export type NodeRolloutMembersQueryVariables = Exact<{
  id: string;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type NodeRolloutMembersQuery = { nodeRollout: { id: string, members: Array<{ id: string, nodeId: string, nodeName: string, isRestart: boolean, state: Types.NodeRolloutMemberState, reason: string | null, changes: Array<{ field: string, from: string | null, to: string | null }>, wait: { code: Types.NodeRolloutWaitCode, message: string } | null, node: { id: string, name: string } | null }> } | null };

export type ActiveNodeRolloutsQueryVariables = Exact<{ [key: string]: never; }>;


export type ActiveNodeRolloutsQuery = { nodeRollouts: Array<{ id: string, summary: string, state: Types.NodeRolloutState, counts: { total: number, changed: number } }> | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}

export const NodeRolloutProgressDocument = new TypedDocumentString(`
    query NodeRolloutProgress($id: ID!) {
  nodeRollout(where: {id: $id}) {
    id
    summary
    parallel
    policy {
      budget {
        keepAvailable
        per
      }
      canary {
        count
        soakSeconds
      }
      outsideWindows
      windows {
        timeZone
        windows {
          days
          from
          to
        }
      }
      height {
        at
        avoid
        within
      }
      gate {
        maxBlocksBehind
        minPeers
        maxMemoryPercent
      }
      rehearse
    }
    state
    reason
    counts {
      total
      waiting
      underWay
      changed
      failed
      skipped
      restorable
    }
    waitsFor {
      id
      nodeName
      wait {
        code
        message
      }
    }
    requestedBy
    requestedAt
    endedAt
  }
}
    `) as unknown as TypedDocumentString<NodeRolloutProgressQuery, NodeRolloutProgressQueryVariables>;
export const NodeRolloutMembersDocument = new TypedDocumentString(`
    query NodeRolloutMembers($id: ID!, $take: Int, $skip: Int) {
  nodeRollout(where: {id: $id}) {
    id
    members(take: $take, skip: $skip) {
      id
      nodeId
      nodeName
      isRestart
      changes {
        field
        from
        to
      }
      state
      reason
      wait {
        code
        message
      }
      node {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodeRolloutMembersQuery, NodeRolloutMembersQueryVariables>;
export const ActiveNodeRolloutsDocument = new TypedDocumentString(`
    query ActiveNodeRollouts {
  nodeRollouts(where: {state: {in: [running, paused, stopped]}}, take: 5) {
    id
    summary
    state
    counts {
      total
      changed
    }
  }
}
    `) as unknown as TypedDocumentString<ActiveNodeRolloutsQuery, ActiveNodeRolloutsQueryVariables>;