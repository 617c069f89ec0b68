/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type ViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type ViewerQuery = { viewer: { controlPlaneVersion: string, role: Types.OrganizationRole | null, organization: { id: string, name: string, isActive: boolean } | null, person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } | null, organizations: Array<{ role: Types.OrganizationRole, organization: { id: string, name: string } }> | null } | null };

export type SignInMutationVariables = Exact<{
  input: Types.SignInInput;
}>;


export type SignInMutation = { signIn: { needsSecondFactor: boolean } | null };

export type ConfirmSignInMutationVariables = Exact<{
  input: Types.SecondFactorInput;
}>;


export type ConfirmSignInMutation = { confirmSignIn: { needsSecondFactor: boolean } | null };

export type SignOutMutationVariables = Exact<{ [key: string]: never; }>;


export type SignOutMutation = { signOut: boolean | null };

export type SetActiveOrganizationMutationVariables = Exact<{
  where: Types.OrganizationWhereUniqueInput;
}>;


export type SetActiveOrganizationMutation = { setActiveOrganization: { id: string } | null };

export type PasswordResetQueryVariables = Exact<{
  token: string;
}>;


export type PasswordResetQuery = { passwordReset: { email: string } | null };

export type SetPasswordMutationVariables = Exact<{
  input: Types.PasswordResetInput;
}>;


export type SetPasswordMutation = { resetPassword: boolean | null };

export type InvitationByTokenQueryVariables = Exact<{
  where: Types.InvitationTokenInput;
}>;


export type InvitationByTokenQuery = { invitation: { organizationName: string, email: string, role: Types.OrganizationRole, expiresAt: string } | null };

export type SignUpMutationVariables = Exact<{
  input: Types.SignUpInput;
}>;


export type SignUpMutation = { signUp: { id: string, email: string } | null };

export type AcceptInvitationMutationVariables = Exact<{
  token: string;
}>;


export type AcceptInvitationMutation = { acceptInvitation: { id: string, role: Types.OrganizationRole } | null };

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

export const ViewerDocument = new TypedDocumentString(`
    query Viewer {
  viewer {
    controlPlaneVersion
    role
    organization {
      id
      name
      isActive
    }
    person {
      id
      email
      name
      isSystemAdmin
      hasSecondFactor
    }
    organizations {
      role
      organization {
        id
        name
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ViewerQuery, ViewerQueryVariables>;
export const SignInDocument = new TypedDocumentString(`
    mutation SignIn($input: SignInInput!) {
  signIn(input: $input) {
    needsSecondFactor
  }
}
    `) as unknown as TypedDocumentString<SignInMutation, SignInMutationVariables>;
export const ConfirmSignInDocument = new TypedDocumentString(`
    mutation ConfirmSignIn($input: SecondFactorInput!) {
  confirmSignIn(input: $input) {
    needsSecondFactor
  }
}
    `) as unknown as TypedDocumentString<ConfirmSignInMutation, ConfirmSignInMutationVariables>;
export const SignOutDocument = new TypedDocumentString(`
    mutation SignOut {
  signOut
}
    `) as unknown as TypedDocumentString<SignOutMutation, SignOutMutationVariables>;
export const SetActiveOrganizationDocument = new TypedDocumentString(`
    mutation SetActiveOrganization($where: OrganizationWhereUniqueInput!) {
  setActiveOrganization(where: $where) {
    id
  }
}
    `) as unknown as TypedDocumentString<SetActiveOrganizationMutation, SetActiveOrganizationMutationVariables>;
export const PasswordResetDocument = new TypedDocumentString(`
    query PasswordReset($token: String!) {
  passwordReset(token: $token) {
    email
  }
}
    `) as unknown as TypedDocumentString<PasswordResetQuery, PasswordResetQueryVariables>;
export const SetPasswordDocument = new TypedDocumentString(`
    mutation SetPassword($input: PasswordResetInput!) {
  resetPassword(input: $input)
}
    `) as unknown as TypedDocumentString<SetPasswordMutation, SetPasswordMutationVariables>;
export const InvitationByTokenDocument = new TypedDocumentString(`
    query InvitationByToken($where: InvitationTokenInput!) {
  invitation(where: $where) {
    organizationName
    email
    role
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<InvitationByTokenQuery, InvitationByTokenQueryVariables>;
export const SignUpDocument = new TypedDocumentString(`
    mutation SignUp($input: SignUpInput!) {
  signUp(input: $input) {
    id
    email
  }
}
    `) as unknown as TypedDocumentString<SignUpMutation, SignUpMutationVariables>;
export const AcceptInvitationDocument = new TypedDocumentString(`
    mutation AcceptInvitation($token: String!) {
  acceptInvitation(token: $token) {
    id
    role
  }
}
    `) as unknown as TypedDocumentString<AcceptInvitationMutation, AcceptInvitationMutationVariables>;