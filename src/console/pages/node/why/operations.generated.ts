/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type WhyNodeQueryVariables = Exact<{
  id: string;
}>;


export type WhyNodeQuery = { explainNode: { desired: Array<string>, observed: Array<string>, waitingFor: string | null, explainedAt: string, isCurrent: boolean, staleReason: string | null, steps: Array<{ action: string, why: string }> } | null };

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

export const WhyNodeDocument = new TypedDocumentString(`
    query WhyNode($id: ID!) {
  explainNode(id: $id) {
    desired
    observed
    steps {
      action
      why
    }
    waitingFor
    explainedAt
    isCurrent
    staleReason
  }
}
    `) as unknown as TypedDocumentString<WhyNodeQuery, WhyNodeQueryVariables>;