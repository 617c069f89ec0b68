import type { OrganizationRole } from '../../../contract/types.generated.ts';
import type { Rights } from '../../session/rights.ts';
import type { MemberListQuery } from './operations.generated.ts';

/** Roles in descending order of rights. */
const roles: readonly OrganizationRole[] = ['owner', 'admin', 'member'];

export const roleWords: Readonly<Record<OrganizationRole, string>> = {
  owner: 'full access',
  admin: 'full access except owners',
  member: 'read-only access',
};

/** Returns the roles that a person may assign: only owners can add owners. */
export const rolesToGive = ({ mayChange, isOwner }: Rights): readonly OrganizationRole[] =>
  !mayChange ? [] : isOwner ? roles : roles.filter((role) => role !== 'owner');

export interface MemberActs {
  change: boolean;
  /** Create a password reset link. */
  link: boolean;
}

/** Returns the actions that a person may take on a member. People end their own membership by leaving. */
export function memberActs(
  rights: Rights,
  member: { role: OrganizationRole; isSelf: boolean; isSystemAdmin: boolean },
): MemberActs {
  const isBelow = rights.isOwner || member.role !== 'owner';
  const change = rights.mayChange && isBelow && !member.isSelf;
  const isLower = rights.isOwner ? member.role !== 'owner' : member.role === 'member';
  return { change, link: !member.isSelf && (rights.isSystemAdmin || (change && isLower && !member.isSystemAdmin)) };
}

export type MemberRow = NonNullable<MemberListQuery['members']>[number];
