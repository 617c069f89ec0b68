/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodeHistoryQueryVariables = Exact<{
  id: string;
  from: string;
  to?: string | null | undefined;
  stepSeconds: number;
}>;


export type NodeHistoryQuery = { nodeMetrics: { buckets: Array<{ at: string, height: { last: number } | null, headers: { last: number } | null, peersInbound: { last: number } | null, peersOutbound: { last: number } | null, mempoolTransactions: { average: number } | null, mempoolVirtualBytes: { average: number } | null, mempoolUsageBytes: { average: number } | null, cpuPercent: { average: number } | null, memoryMiB: { average: number } | null, sizeOnDiskBytes: { last: number } | null, receivedBytesPerSecond: { average: number } | null, sentBytesPerSecond: { average: number } | null, mempoolMinFee: { max: number } | null, writtenBytesPerDay: { last: number } | null, verificationProgress: { last: number } | null, indexProgress: { last: number } | null, unbroadcastTransactions: { max: number } | null, warningCount: { max: number } | null, validForkTips: { max: number } | null, validHeadersTips: { max: number } | null, headersOnlyTips: { max: number } | null, invalidTips: { max: number } | null }> } | null, networkMetrics: { buckets: Array<{ at: string, height: { last: number } | null, mempoolTransactions: { average: number } | null, mempoolMinFee: { max: number } | null }> } | null };

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

export const NodeHistoryDocument = new TypedDocumentString(`
    query NodeHistory($id: ID!, $from: DateTime!, $to: DateTime, $stepSeconds: Int!) {
  nodeMetrics(where: {id: $id}, from: $from, to: $to, stepSeconds: $stepSeconds) {
    buckets {
      at
      height {
        last
      }
      headers {
        last
      }
      peersInbound {
        last
      }
      peersOutbound {
        last
      }
      mempoolTransactions {
        average
      }
      mempoolVirtualBytes {
        average
      }
      mempoolUsageBytes {
        average
      }
      cpuPercent {
        average
      }
      memoryMiB {
        average
      }
      sizeOnDiskBytes {
        last
      }
      receivedBytesPerSecond {
        average
      }
      sentBytesPerSecond {
        average
      }
      mempoolMinFee {
        max
      }
      writtenBytesPerDay {
        last
      }
      verificationProgress {
        last
      }
      indexProgress {
        last
      }
      unbroadcastTransactions {
        max
      }
      warningCount {
        max
      }
      validForkTips {
        max
      }
      validHeadersTips {
        max
      }
      headersOnlyTips {
        max
      }
      invalidTips {
        max
      }
    }
  }
  networkMetrics(
    where: {id: $id}
    from: $from
    to: $to
    stepSeconds: $stepSeconds
  ) {
    buckets {
      at
      height {
        last
      }
      mempoolTransactions {
        average
      }
      mempoolMinFee {
        max
      }
    }
  }
}
    `) as unknown as TypedDocumentString<NodeHistoryQuery, NodeHistoryQueryVariables>;