/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type OpenNodeLogMutationVariables = Exact<{
  id: string;
  tail: number;
  since?: string | null | undefined;
  follow: boolean;
}>;


export type OpenNodeLogMutation = { openNodeLogSession: { id: string } | null };

export type NodeLogLinesSubscriptionVariables = Exact<{
  id: string;
}>;


export type NodeLogLinesSubscription = { nodeLog: { sequence: number | null, lines: Array<string>, dropped: number, notice: string | null } | null };

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

export const OpenNodeLogDocument = new TypedDocumentString(`
    mutation OpenNodeLog($id: ID!, $tail: Int!, $since: DateTime, $follow: Boolean!) {
  openNodeLogSession(
    where: {id: $id}
    tail: $tail
    since: $since
    follow: $follow
  ) {
    id
  }
}
    `) as unknown as TypedDocumentString<OpenNodeLogMutation, OpenNodeLogMutationVariables>;
export const NodeLogLinesDocument = new TypedDocumentString(`
    subscription NodeLogLines($id: ID!) {
  nodeLog(sessionId: $id) {
    sequence
    lines
    dropped
    notice
  }
}
    `) as unknown as TypedDocumentString<NodeLogLinesSubscription, NodeLogLinesSubscriptionVariables>;