/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type OwnSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnSessionsQuery = { sessions: Array<{ id: string, isCurrent: boolean, address: string | null, userAgent: string | null, organizationName: string | null, createdAt: string, lastUsedAt: string, expiresAt: string }> | null };

export type EndSessionMutationVariables = Exact<{
  where: Types.SessionWhereUniqueInput;
}>;


export type EndSessionMutation = { endSession: boolean | null };

export type EndOtherSessionsMutationVariables = Exact<{ [key: string]: never; }>;


export type EndOtherSessionsMutation = { endOtherSessions: number | null };

export type ChangePasswordMutationVariables = Exact<{
  input: Types.PasswordChangeInput;
}>;


export type ChangePasswordMutation = { changePassword: boolean | null };

export type SetUpSecondFactorMutationVariables = Exact<{
  password: string;
}>;


export type SetUpSecondFactorMutation = { setUpSecondFactor: { uri: string, recoveryCodes: Array<string> } | null };

export type ConfirmSecondFactorMutationVariables = Exact<{
  code: string;
}>;


export type ConfirmSecondFactorMutation = { confirmSecondFactor: boolean | null };

export type RemoveSecondFactorMutationVariables = Exact<{
  password: string;
}>;


export type RemoveSecondFactorMutation = { removeSecondFactor: boolean | null };

export type RenewRecoveryCodesMutationVariables = Exact<{
  password: string;
}>;


export type RenewRecoveryCodesMutation = { renewRecoveryCodes: Array<string> | null };

export type OwnKeysQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type OwnKeysQuery = { apiKeys: Array<{ id: string, name: string, start: string, owner: string | null, createdAt: string, expiresAt: string | null, revokedAt: string | null, lastUsedAt: string | null }> | null };

export type CreateOwnKeyMutationVariables = Exact<{
  input: Types.ApiKeyCreateInput;
}>;


export type CreateOwnKeyMutation = { createApiKey: { secret: string, apiKey: { id: string, name: string } } | null };

export type RevokeOwnKeyMutationVariables = Exact<{
  where: Types.ApiKeyWhereUniqueInput;
}>;


export type RevokeOwnKeyMutation = { revokeApiKey: { id: string } | null };

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

export const OwnSessionsDocument = new TypedDocumentString(`
    query OwnSessions {
  sessions {
    id
    isCurrent
    address
    userAgent
    organizationName
    createdAt
    lastUsedAt
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<OwnSessionsQuery, OwnSessionsQueryVariables>;
export const EndSessionDocument = new TypedDocumentString(`
    mutation EndSession($where: SessionWhereUniqueInput!) {
  endSession(where: $where)
}
    `) as unknown as TypedDocumentString<EndSessionMutation, EndSessionMutationVariables>;
export const EndOtherSessionsDocument = new TypedDocumentString(`
    mutation EndOtherSessions {
  endOtherSessions
}
    `) as unknown as TypedDocumentString<EndOtherSessionsMutation, EndOtherSessionsMutationVariables>;
export const ChangePasswordDocument = new TypedDocumentString(`
    mutation ChangePassword($input: PasswordChangeInput!) {
  changePassword(input: $input)
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const SetUpSecondFactorDocument = new TypedDocumentString(`
    mutation SetUpSecondFactor($password: String!) {
  setUpSecondFactor(password: $password) {
    uri
    recoveryCodes
  }
}
    `) as unknown as TypedDocumentString<SetUpSecondFactorMutation, SetUpSecondFactorMutationVariables>;
export const ConfirmSecondFactorDocument = new TypedDocumentString(`
    mutation ConfirmSecondFactor($code: String!) {
  confirmSecondFactor(code: $code)
}
    `) as unknown as TypedDocumentString<ConfirmSecondFactorMutation, ConfirmSecondFactorMutationVariables>;
export const RemoveSecondFactorDocument = new TypedDocumentString(`
    mutation RemoveSecondFactor($password: String!) {
  removeSecondFactor(password: $password)
}
    `) as unknown as TypedDocumentString<RemoveSecondFactorMutation, RemoveSecondFactorMutationVariables>;
export const RenewRecoveryCodesDocument = new TypedDocumentString(`
    mutation RenewRecoveryCodes($password: String!) {
  renewRecoveryCodes(password: $password)
}
    `) as unknown as TypedDocumentString<RenewRecoveryCodesMutation, RenewRecoveryCodesMutationVariables>;
export const OwnKeysDocument = new TypedDocumentString(`
    query OwnKeys($take: Int, $skip: Int) {
  apiKeys(where: {purpose: personal}, take: $take, skip: $skip) {
    id
    name
    start
    owner
    createdAt
    expiresAt
    revokedAt
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<OwnKeysQuery, OwnKeysQueryVariables>;
export const CreateOwnKeyDocument = new TypedDocumentString(`
    mutation CreateOwnKey($input: ApiKeyCreateInput!) {
  createApiKey(input: $input) {
    secret
    apiKey {
      id
      name
    }
  }
}
    `) as unknown as TypedDocumentString<CreateOwnKeyMutation, CreateOwnKeyMutationVariables>;
export const RevokeOwnKeyDocument = new TypedDocumentString(`
    mutation RevokeOwnKey($where: ApiKeyWhereUniqueInput!) {
  revokeApiKey(where: $where) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeOwnKeyMutation, RevokeOwnKeyMutationVariables>;