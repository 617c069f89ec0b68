/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AuditListQueryVariables = Exact<{
  filter: Types.AuditActionFilterInput;
}>;


export type AuditListQuery = { auditActions: { nodes: Array<{ id: string, at: string, action: string, outcome: Types.AuditOutcome, errorCode: Types.UserErrorCode | null, address: string | null, userAgent: string | null, requestId: string | null, before: unknown, after: unknown, actor: { type: Types.AuditActorType, name: string }, target: { type: string, id: string, name: string | null } | null }>, pageInfo: { endCursor: string | null, hasNextPage: boolean } } | null };

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

export const AuditListDocument = new TypedDocumentString(`
    query AuditList($filter: AuditActionFilterInput!) {
  auditActions(filter: $filter) {
    nodes {
      id
      at
      action
      outcome
      errorCode
      address
      userAgent
      requestId
      before
      after
      actor {
        type
        name
      }
      target {
        type
        id
        name
      }
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
    `) as unknown as TypedDocumentString<AuditListQuery, AuditListQueryVariables>;