/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type MemberListQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type MemberListQuery = { members: Array<{ id: string, role: Types.OrganizationRole, createdAt: string, person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } }> | null };

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

export const MemberListDocument = new TypedDocumentString(`
    query MemberList($take: Int, $skip: Int) {
  members(take: $take, skip: $skip) {
    id
    role
    createdAt
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
  }
}
    `) as unknown as TypedDocumentString<MemberListQuery, MemberListQueryVariables>;