/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type KeyListQueryVariables = Exact<{
  where?: Types.ApiKeyWhereInput | null | undefined;
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type KeyListQuery = { apiKeys: Array<{ id: string, name: string, purpose: Types.ApiKeyPurpose, start: string, createdAt: string, expiresAt: string | null, revokedAt: string | null, owner: string | null, lastUsedAt: string | null, lastUsedFrom: string | null, usage: { executorName: string, executor: { id: string } | null } | null }> | null };

export type TokenListQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type TokenListQuery = { enrolmentTokens: Array<{ id: string, executorName: string | null, status: Types.EnrolmentTokenStatus, createdAt: string, expiresAt: string, usedAt: string | null, usedBy: string | null }> | null };

export type MakeKeyMutationVariables = Exact<{
  input: Types.ApiKeyCreateInput;
}>;


export type MakeKeyMutation = { createApiKey: { secret: string, apiKey: { id: string, name: string } } | null };

export type RevokeKeyMutationVariables = Exact<{
  where: Types.ApiKeyWhereUniqueInput;
}>;


export type RevokeKeyMutation = { revokeApiKey: { id: string, name: string } | null };

export type DeleteKeyMutationVariables = Exact<{
  where: Types.ApiKeyWhereUniqueInput;
}>;


export type DeleteKeyMutation = { deleteApiKey: { id: string, name: string } | null };

export type MakeTokenMutationVariables = Exact<{
  input: Types.EnrolmentTokenCreateInput;
}>;


export type MakeTokenMutation = { createEnrolmentToken: { token: string, enrolmentToken: { id: string, executorName: string | null, expiresAt: string } } | null };

export type RevokeTokenMutationVariables = Exact<{
  where: Types.EnrolmentTokenWhereUniqueInput;
}>;


export type RevokeTokenMutation = { revokeEnrolmentToken: { id: string } | null };

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

export const KeyListDocument = new TypedDocumentString(`
    query KeyList($where: ApiKeyWhereInput, $take: Int, $skip: Int) {
  apiKeys(where: $where, take: $take, skip: $skip) {
    id
    name
    purpose
    start
    createdAt
    expiresAt
    revokedAt
    owner
    lastUsedAt
    lastUsedFrom
    usage {
      executorName
      executor {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<KeyListQuery, KeyListQueryVariables>;
export const TokenListDocument = new TypedDocumentString(`
    query TokenList($take: Int, $skip: Int) {
  enrolmentTokens(take: $take, skip: $skip) {
    id
    executorName
    status
    createdAt
    expiresAt
    usedAt
    usedBy
  }
}
    `) as unknown as TypedDocumentString<TokenListQuery, TokenListQueryVariables>;
export const MakeKeyDocument = new TypedDocumentString(`
    mutation MakeKey($input: ApiKeyCreateInput!) {
  createApiKey(input: $input) {
    secret
    apiKey {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<MakeKeyMutation, MakeKeyMutationVariables>;
export const RevokeKeyDocument = new TypedDocumentString(`
    mutation RevokeKey($where: ApiKeyWhereUniqueInput!) {
  revokeApiKey(where: $where) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<RevokeKeyMutation, RevokeKeyMutationVariables>;
export const DeleteKeyDocument = new TypedDocumentString(`
    mutation DeleteKey($where: ApiKeyWhereUniqueInput!) {
  deleteApiKey(where: $where) {
    id
    name
  }
}
    `) as unknown as TypedDocumentString<DeleteKeyMutation, DeleteKeyMutationVariables>;
export const MakeTokenDocument = new TypedDocumentString(`
    mutation MakeToken($input: EnrolmentTokenCreateInput!) {
  createEnrolmentToken(input: $input) {
    token
    enrolmentToken {
      id
      executorName
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<MakeTokenMutation, MakeTokenMutationVariables>;
export const RevokeTokenDocument = new TypedDocumentString(`
    mutation RevokeToken($where: EnrolmentTokenWhereUniqueInput!) {
  revokeEnrolmentToken(where: $where) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeTokenMutation, RevokeTokenMutationVariables>;