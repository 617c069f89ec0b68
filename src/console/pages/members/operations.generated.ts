/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type * as Types from '../../../contract/types.generated.ts';

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type MembersQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type MembersQuery = { members: Array<{ id: string, role: Types.OrganizationRole, createdAt: string, person: { id: string, email: string, name: string, isSystemAdmin: boolean, hasSecondFactor: boolean } }> | null };

export type OpenInvitationsQueryVariables = Exact<{
  take?: number | null | undefined;
  skip?: number | null | undefined;
}>;


export type OpenInvitationsQuery = { invitations: Array<{ id: string, email: string, role: Types.OrganizationRole, createdAt: string, expiresAt: string }> | null };

export type InviteMemberMutationVariables = Exact<{
  input: Types.InvitationCreateInput;
}>;


export type InviteMemberMutation = { inviteMember: { token: string, link: string | null, invitation: { id: string, email: string, expiresAt: string } } | null };

export type RevokeInvitationMutationVariables = Exact<{
  where: Types.InvitationWhereUniqueInput;
}>;


export type RevokeInvitationMutation = { revokeInvitation: { id: string, email: string } | null };

export type UpdateMemberRoleMutationVariables = Exact<{
  where: Types.MemberWhereUniqueInput;
  role: Types.OrganizationRole;
}>;


export type UpdateMemberRoleMutation = { updateMemberRole: { id: string, role: Types.OrganizationRole, person: { name: string } } | null };

export type RemoveMemberMutationVariables = Exact<{
  where: Types.MemberWhereUniqueInput;
}>;


export type RemoveMemberMutation = { removeMember: { id: string } | null };

export type LeaveOrganizationMutationVariables = Exact<{ [key: string]: never; }>;


export type LeaveOrganizationMutation = { leaveOrganization: { id: string } | null };

export type MakePasswordLinkMutationVariables = Exact<{
  where: Types.UserWhereUniqueInput;
}>;


export type MakePasswordLinkMutation = { createPasswordResetLink: { token: string, link: string | null, expiresAt: string } | null };

export type SetSystemAdminMutationVariables = Exact<{
  where: Types.UserWhereUniqueInput;
  isSystemAdmin: boolean;
}>;


export type SetSystemAdminMutation = { adminSetSystemAdmin: { id: string, name: string, isSystemAdmin: boolean } | null };

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

export const MembersDocument = new TypedDocumentString(`
    query Members($take: Int, $skip: Int) {
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
    `) as unknown as TypedDocumentString<MembersQuery, MembersQueryVariables>;
export const OpenInvitationsDocument = new TypedDocumentString(`
    query OpenInvitations($take: Int, $skip: Int) {
  invitations(take: $take, skip: $skip) {
    id
    email
    role
    createdAt
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<OpenInvitationsQuery, OpenInvitationsQueryVariables>;
export const InviteMemberDocument = new TypedDocumentString(`
    mutation InviteMember($input: InvitationCreateInput!) {
  inviteMember(input: $input) {
    token
    link
    invitation {
      id
      email
      expiresAt
    }
  }
}
    `) as unknown as TypedDocumentString<InviteMemberMutation, InviteMemberMutationVariables>;
export const RevokeInvitationDocument = new TypedDocumentString(`
    mutation RevokeInvitation($where: InvitationWhereUniqueInput!) {
  revokeInvitation(where: $where) {
    id
    email
  }
}
    `) as unknown as TypedDocumentString<RevokeInvitationMutation, RevokeInvitationMutationVariables>;
export const UpdateMemberRoleDocument = new TypedDocumentString(`
    mutation UpdateMemberRole($where: MemberWhereUniqueInput!, $role: OrganizationRole!) {
  updateMemberRole(where: $where, role: $role) {
    id
    role
    person {
      name
    }
  }
}
    `) as unknown as TypedDocumentString<UpdateMemberRoleMutation, UpdateMemberRoleMutationVariables>;
export const RemoveMemberDocument = new TypedDocumentString(`
    mutation RemoveMember($where: MemberWhereUniqueInput!) {
  removeMember(where: $where) {
    id
  }
}
    `) as unknown as TypedDocumentString<RemoveMemberMutation, RemoveMemberMutationVariables>;
export const LeaveOrganizationDocument = new TypedDocumentString(`
    mutation LeaveOrganization {
  leaveOrganization {
    id
  }
}
    `) as unknown as TypedDocumentString<LeaveOrganizationMutation, LeaveOrganizationMutationVariables>;
export const MakePasswordLinkDocument = new TypedDocumentString(`
    mutation MakePasswordLink($where: UserWhereUniqueInput!) {
  createPasswordResetLink(where: $where) {
    token
    link
    expiresAt
  }
}
    `) as unknown as TypedDocumentString<MakePasswordLinkMutation, MakePasswordLinkMutationVariables>;
export const SetSystemAdminDocument = new TypedDocumentString(`
    mutation SetSystemAdmin($where: UserWhereUniqueInput!, $isSystemAdmin: Boolean!) {
  adminSetSystemAdmin(where: $where, isSystemAdmin: $isSystemAdmin) {
    id
    name
    isSystemAdmin
  }
}
    `) as unknown as TypedDocumentString<SetSystemAdminMutation, SetSystemAdminMutationVariables>;