/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type OverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewQuery = { nodeCounts: { total: number, byPhase: Array<{ phase: Types.NodePhase, nodes: number }> } | null, notificationIncidents: { nodes: Array<{ id: string, code: Types.AlertCode, severity: Types.AlertSeverity, message: string, advice: string, subjectId: string, subjectName: string, openedAt: string, acknowledgedAt: string | null, nodeId: string | null, executorId: string | null }>, pageInfo: { hasNextPage: boolean } } | null, executors: Array<{ id: string, name: string, status: Types.ExecutorStatus, lastSeenAt: string, uninstalledAt: string | null, recovery: Types.RecoveryState | null, cordon: { reason: string } | null, drain: { completedAt: string | null, remaining: number } | null, room: { nodes: number, memoryMiB: { available: number | null }, diskGiB: { available: number | null } } }> | null, executorCounts: { total: number } | null, events: { nodes: Array<{ id: string, at: string, level: Types.EventLevel, message: string, nodeId: string | null, nodeName: string | null, executorName: string | null }> } | null };

export type LatestBlocksQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestBlocksQuery = { mainnet: Array<{ id: string, name: string, metrics: { at: string, height: number } | null }> | null, testnet4: Array<{ id: string, name: string, metrics: { at: string, height: number } | null }> | null, signet: Array<{ id: string, name: string, metrics: { at: string, height: number } | null }> | null, regtest: Array<{ id: string, name: string, metrics: { at: string, height: number } | null }> | null };

export type LatestBlockFragment = { id: string, name: string, metrics: { at: string, height: number } | null };

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
export const LatestBlockFragmentDoc = new TypedDocumentString(`
    fragment LatestBlock on Node {
  id
  name
  metrics {
    at
    height
  }
}
    `, {"fragmentName":"LatestBlock"}) as unknown as TypedDocumentString<LatestBlockFragment, unknown>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview {
  nodeCounts {
    total
    byPhase {
      phase
      nodes
    }
  }
  notificationIncidents(status: open, filter: {take: 100}) {
    nodes {
      id
      code
      severity
      message
      advice
      subjectId
      subjectName
      openedAt
      acknowledgedAt
      nodeId
      executorId
    }
    pageInfo {
      hasNextPage
    }
  }
  executors(take: 12) {
    id
    name
    status
    lastSeenAt
    uninstalledAt
    recovery
    cordon {
      reason
    }
    drain {
      completedAt
      remaining
    }
    room {
      nodes
      memoryMiB {
        available
      }
      diskGiB {
        available
      }
    }
  }
  executorCounts {
    total
  }
  events(filter: {take: 10}) {
    nodes {
      id
      at
      level
      message
      nodeId
      nodeName
      executorName
    }
  }
}
    `) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const LatestBlocksDocument = new TypedDocumentString(`
    query LatestBlocks {
  mainnet: nodes(
    where: {network: {equals: mainnet}}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    ...LatestBlock
  }
  testnet4: nodes(
    where: {network: {equals: testnet4}}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    ...LatestBlock
  }
  signet: nodes(
    where: {network: {equals: signet}}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    ...LatestBlock
  }
  regtest: nodes(
    where: {network: {equals: regtest}}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    ...LatestBlock
  }
}
    fragment LatestBlock on Node {
  id
  name
  metrics {
    at
    height
  }
}`) as unknown as TypedDocumentString<LatestBlocksQuery, LatestBlocksQueryVariables>;