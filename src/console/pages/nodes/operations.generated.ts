/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodeListQueryVariables = Exact<{
  where?: Types.NodeWhereInput | null | undefined;
  orderBy?: Array<Types.NodeOrderByInput> | Types.NodeOrderByInput | null | undefined;
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type NodeListQuery = { nodesConnection: { nodes: Array<{ id: string, name: string, networkName: string, nodeType: Types.NodeType, client: Types.Client, clientVersion: string, desiredState: Types.DesiredState, clientLifecycle: { summary: string, warning: string | null }, labels: Array<{ key: string, value: string }>, executor: { id: string, name: string }, status: { phase: Types.NodePhase, reason: string | null }, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string }, metrics: { height: number, verificationProgress: number, peersInbound: number, peersOutbound: number } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

export type ChangeChosenNodesMutationVariables = Exact<{
  data: Types.NodesChangeInput;
  where: Types.NodeWhereInput;
  expectedCount: number;
  parallel?: number | null | undefined;
  atOnce?: boolean | null | undefined;
  policy?: Types.NodeRolloutPolicyInput | null | undefined;
}>;


export type ChangeChosenNodesMutation = { changeNodes: { rollout: { id: string } | null, results: Array<{ id: string, outcome: Types.NodesChangeOutcome, issues: Array<{ message: string }>, node: { id: string, waitsFor: string | null } | null }> } | null };

export type OfferedVersionsQueryVariables = Exact<{
  ids?: Array<string> | string | null | undefined;
  take?: number | null | undefined;
  cursor?: string | null | undefined;
}>;


export type OfferedVersionsQuery = { executorsConnection: { nodes: Array<{ id: string, capabilities: { clients: Array<{ client: Types.Client, version: string, lifecycle: { summary: string, warning: string | null } }> } }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

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

export const NodeListDocument = new TypedDocumentString(`
    query NodeList($where: NodeWhereInput, $orderBy: [NodeOrderByInput!], $take: Int, $cursor: String) {
  nodesConnection(where: $where, orderBy: $orderBy, take: $take, cursor: $cursor) {
    nodes {
      id
      name
      networkName
      nodeType
      client
      clientVersion
      clientLifecycle {
        summary
        warning
      }
      desiredState
      labels {
        key
        value
      }
      executor {
        id
        name
      }
      status {
        phase
        reason
      }
      health {
        state
        level
        summary
      }
      metrics {
        height
        verificationProgress
        peersInbound
        peersOutbound
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<NodeListQuery, NodeListQueryVariables>;
export const ChangeChosenNodesDocument = new TypedDocumentString(`
    mutation ChangeChosenNodes($data: NodesChangeInput!, $where: NodeWhereInput!, $expectedCount: Int!, $parallel: Int, $atOnce: Boolean, $policy: NodeRolloutPolicyInput) {
  changeNodes(
    data: $data
    where: $where
    expectedCount: $expectedCount
    parallel: $parallel
    atOnce: $atOnce
    policy: $policy
  ) {
    rollout {
      id
    }
    results {
      id
      outcome
      issues {
        message
      }
      node {
        id
        waitsFor
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ChangeChosenNodesMutation, ChangeChosenNodesMutationVariables>;
export const OfferedVersionsDocument = new TypedDocumentString(`
    query OfferedVersions($ids: [String!], $take: Int, $cursor: String) {
  executorsConnection(where: {id: {in: $ids}}, take: $take, cursor: $cursor) {
    nodes {
      id
      capabilities {
        clients {
          client
          version
          lifecycle {
            summary
            warning
          }
        }
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<OfferedVersionsQuery, OfferedVersionsQueryVariables>;