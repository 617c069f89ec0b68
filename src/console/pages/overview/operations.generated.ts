/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type OverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewQuery = { nodeCounts: { total: number, byHealth: Array<{ state: Types.NodeHealthState, nodes: number }> } | null, executorCounts: { total: number, online: number } | null, notificationChannels: Array<{ id: string }> | null };

export type ExtremeNodesQueryVariables = Exact<{
  orderBy?: Array<Types.NodeOrderByInput> | Types.NodeOrderByInput | null | undefined;
  phase: Types.NodePhaseFilter;
}>;


export type ExtremeNodesQuery = { mainnet: Array<{ id: string, name: string, metrics: { at: string, height: number, bestBlockAt: string | null } | null }> | null, testnet4: Array<{ id: string, name: string, metrics: { at: string, height: number, bestBlockAt: string | null } | null }> | null, signet: Array<{ id: string, name: string, metrics: { at: string, height: number, bestBlockAt: string | null } | null }> | null, regtest: Array<{ id: string, name: string, metrics: { at: string, height: number, bestBlockAt: string | null } | null }> | null };

export type ExtremeNodeFragment = { id: string, name: string, metrics: { at: string, height: number, bestBlockAt: string | null } | null };

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
export const ExtremeNodeFragmentDoc = new TypedDocumentString(`
    fragment ExtremeNode on Node {
  id
  name
  metrics {
    at
    height
    bestBlockAt
  }
}
    `, {"fragmentName":"ExtremeNode"}) as unknown as TypedDocumentString<ExtremeNodeFragment, unknown>;
export const OverviewDocument = new TypedDocumentString(`
    query Overview {
  nodeCounts {
    total
    byHealth {
      state
      nodes
    }
  }
  executorCounts {
    total
    online
  }
  notificationChannels {
    id
  }
}
    `) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const ExtremeNodesDocument = new TypedDocumentString(`
    query ExtremeNodes($orderBy: [NodeOrderByInput!], $phase: NodePhaseFilter!) {
  mainnet: nodes(
    where: {network: {equals: mainnet}, phase: $phase}
    orderBy: $orderBy
    take: 1
  ) {
    ...ExtremeNode
  }
  testnet4: nodes(
    where: {network: {equals: testnet4}, phase: $phase}
    orderBy: $orderBy
    take: 1
  ) {
    ...ExtremeNode
  }
  signet: nodes(
    where: {networkName: {equals: "signet"}, phase: $phase}
    orderBy: $orderBy
    take: 1
  ) {
    ...ExtremeNode
  }
  regtest: nodes(
    where: {network: {equals: regtest}, phase: $phase}
    orderBy: $orderBy
    take: 1
  ) {
    ...ExtremeNode
  }
}
    fragment ExtremeNode on Node {
  id
  name
  metrics {
    at
    height
    bestBlockAt
  }
}`) as unknown as TypedDocumentString<ExtremeNodesQuery, ExtremeNodesQueryVariables>;