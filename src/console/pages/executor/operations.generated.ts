/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type UsedOverTimeFragment = { total: { last: number } | null, usedByNodes: { average: number } | null, free: { average: number } | null };

export type ExecutorHistoryQueryVariables = Exact<{
  id: string;
  from: string;
  to?: string | null | undefined;
  stepSeconds: number;
}>;


export type ExecutorHistoryQuery = { executorMetrics: { buckets: Array<{ at: string, cpuCores: { total: { last: number } | null, usedByNodes: { average: number } | null, free: { average: number } | null }, memoryMiB: { total: { last: number } | null, usedByNodes: { average: number } | null, free: { average: number } | null }, diskGiB: { total: { last: number } | null, usedByNodes: { average: number } | null, free: { average: number } | null } }> } | null };

export type ExecutorKeysQueryVariables = Exact<{
  id: string;
}>;


export type ExecutorKeysQuery = { executor: { id: string, name: string, keyWarning: string | null, apiKeyUsages: Array<{ lastUsedAt: string | null, apiKey: { id: string, name: string, start: string, expiresAt: string | null, revokedAt: string | null, lastUsedFrom: string | null } }> } | null };

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
export const UsedOverTimeFragmentDoc = new TypedDocumentString(`
    fragment UsedOverTime on ResourceMetrics {
  total {
    last
  }
  usedByNodes {
    average
  }
  free {
    average
  }
}
    `, {"fragmentName":"UsedOverTime"}) as unknown as TypedDocumentString<UsedOverTimeFragment, unknown>;
export const ExecutorHistoryDocument = new TypedDocumentString(`
    query ExecutorHistory($id: ID!, $from: DateTime!, $to: DateTime, $stepSeconds: Int!) {
  executorMetrics(
    where: {id: $id}
    from: $from
    to: $to
    stepSeconds: $stepSeconds
  ) {
    buckets {
      at
      cpuCores {
        ...UsedOverTime
      }
      memoryMiB {
        ...UsedOverTime
      }
      diskGiB {
        ...UsedOverTime
      }
    }
  }
}
    fragment UsedOverTime on ResourceMetrics {
  total {
    last
  }
  usedByNodes {
    average
  }
  free {
    average
  }
}`) as unknown as TypedDocumentString<ExecutorHistoryQuery, ExecutorHistoryQueryVariables>;
export const ExecutorKeysDocument = new TypedDocumentString(`
    query ExecutorKeys($id: ID!) {
  executor(where: {id: $id}) {
    id
    name
    keyWarning
    apiKeyUsages {
      lastUsedAt
      apiKey {
        id
        name
        start
        expiresAt
        revokedAt
        lastUsedFrom
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ExecutorKeysQuery, ExecutorKeysQueryVariables>;