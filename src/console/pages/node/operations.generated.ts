/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodeMeasurementsQueryVariables = Exact<{
  id: string;
}>;


export type NodeMeasurementsQuery = { node: { id: string, health: { state: Types.NodeHealthState, level: Types.NodeHealthLevel, summary: string, incidentId: string | null }, metrics: { at: string, height: number, headers: number, bestBlockAt: string | null, verificationProgress: number, initialBlockDownload: boolean, peersInbound: number, peersOutbound: number, mempoolTransactions: number, mempoolVirtualBytes: number, mempoolUsageBytes: number | null, mempoolLimitBytes: number | null, sizeOnDiskBytes: number, receivedBytesPerSecond: number | null, sentBytesPerSecond: number | null, uptimeSeconds: number, cpuPercent: number | null, memoryMiB: number | null, warnings: Array<string>, indexes: Array<{ name: string, synced: boolean, bestBlockHeight: number }> } | null } | null };

export type NodeTrendQueryVariables = Exact<{
  id: string;
  from: string;
  networkName: string;
}>;


export type NodeTrendQuery = { nodeMetrics: { buckets: Array<{ at: string, height: { last: number } | null, peersInbound: { last: number } | null, peersOutbound: { last: number } | null, memoryMiB: { average: number } | null, verificationProgress: { last: number } | null }> } | null, highest: Array<{ id: string, metrics: { height: number } | null }> | null };

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

export const NodeMeasurementsDocument = new TypedDocumentString(`
    query NodeMeasurements($id: ID!) {
  node(where: {id: $id}) {
    id
    health {
      state
      level
      summary
      incidentId
    }
    metrics {
      at
      height
      headers
      bestBlockAt
      verificationProgress
      initialBlockDownload
      peersInbound
      peersOutbound
      mempoolTransactions
      mempoolVirtualBytes
      mempoolUsageBytes
      mempoolLimitBytes
      sizeOnDiskBytes
      indexes {
        name
        synced
        bestBlockHeight
      }
      receivedBytesPerSecond
      sentBytesPerSecond
      uptimeSeconds
      cpuPercent
      memoryMiB
      warnings
    }
  }
}
    `) as unknown as TypedDocumentString<NodeMeasurementsQuery, NodeMeasurementsQueryVariables>;
export const NodeTrendDocument = new TypedDocumentString(`
    query NodeTrend($id: ID!, $from: DateTime!, $networkName: String!) {
  nodeMetrics(where: {id: $id}, from: $from, stepSeconds: 600) {
    buckets {
      at
      height {
        last
      }
      peersInbound {
        last
      }
      peersOutbound {
        last
      }
      memoryMiB {
        average
      }
      verificationProgress {
        last
      }
    }
  }
  highest: nodes(
    where: {networkName: {equals: $networkName}}
    orderBy: [{height: {sort: desc, nulls: last}}]
    take: 1
  ) {
    id
    metrics {
      height
    }
  }
}
    `) as unknown as TypedDocumentString<NodeTrendQuery, NodeTrendQueryVariables>;