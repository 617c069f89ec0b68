/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type NodeOperationsQueryVariables = Exact<{
  id: string;
  take: number;
}>;


export type NodeOperationsQuery = { node: { id: string, operations: Array<{ id: string, title: string, state: Types.NodeOperationState, step: string | null, progress: number | null, estimatedEndAt: string | null, requestedBy: string, requestedAt: string, startedAt: string | null, endedAt: string | null, reason: string | null, cancellable: boolean }> } | null };

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

export const NodeOperationsDocument = new TypedDocumentString(`
    query NodeOperations($id: ID!, $take: Int!) {
  node(where: {id: $id}) {
    id
    operations(take: $take) {
      id
      title
      state
      step
      progress
      estimatedEndAt
      requestedBy
      requestedAt
      startedAt
      endedAt
      reason
      cancellable
    }
  }
}
    `) as unknown as TypedDocumentString<NodeOperationsQuery, NodeOperationsQueryVariables>;