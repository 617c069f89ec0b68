/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type OrganizationListQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type OrganizationListQuery = { organizations: Array<{ id: string, name: string, isActive: boolean, createdAt: string }> | null };

export type MakeOrganizationMutationVariables = Exact<{
  input: Types.OrganizationCreateInput;
}>;


export type MakeOrganizationMutation = { createOrganization: { id: string, name: string } | null };

export type SetOrganizationActiveMutationVariables = Exact<{
  where: Types.OrganizationWhereUniqueInput;
  isActive: boolean;
}>;


export type SetOrganizationActiveMutation = { adminSetOrganizationActive: { id: string, name: string, isActive: boolean } | null };

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

export const OrganizationListDocument = new TypedDocumentString(`
    query OrganizationList($take: Int, $skip: Int) {
  organizations(take: $take, skip: $skip) {
    id
    name
    isActive
    createdAt
  }
}
    `) as unknown as TypedDocumentString<OrganizationListQuery, OrganizationListQueryVariables>;
export const MakeOrganizationDocument = new TypedDocumentString(`
    mutation MakeOrganization($input: OrganizationCreateInput!) {
  createOrganization(input: $input) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<MakeOrganizationMutation, MakeOrganizationMutationVariables>;
export const SetOrganizationActiveDocument = new TypedDocumentString(`
    mutation SetOrganizationActive($where: OrganizationWhereUniqueInput!, $isActive: Boolean!) {
  adminSetOrganizationActive(where: $where, isActive: $isActive) {
    id
    name
    isActive
  }
}
    `) as unknown as TypedDocumentString<SetOrganizationActiveMutation, SetOrganizationActiveMutationVariables>;