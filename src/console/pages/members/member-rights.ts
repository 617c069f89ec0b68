import type { OrganizationRole } from '../../../contract/types.generated.ts';
import type { Rights } from '../../session/rights.ts';
import type { MembersQuery } from './operations.generated.ts';

/** The roles, the mightiest first. */
const roles: readonly OrganizationRole[] = ['owner', 'admin', 'member'];

export const roleWords: Readonly<Record<OrganizationRole, string>> = {
  owner: 'may do everything',
  admin: 'may change everything but owners',
  member: 'may look at everything',
};

/** Returns the roles that a person may give to others: only an owner makes an owner. */
export const rolesToGive = ({ mayChange, isOwner }: Rights): readonly OrganizationRole[] =>
  !mayChange ? [] : isOwner ? roles : roles.filter((role) => role !== 'owner');

export interface MemberActs {
  change: boolean;
  /** Make a link with which the member sets a new password. */
  link: boolean;
}

/** Returns what a person may do about another member. The person's own membership ends by leaving. */
export function memberActs(
  rights: Rights,
  member: { role: OrganizationRole; isSelf: boolean; isSystemAdmin: boolean },
): MemberActs {
  const isBelow = rights.isOwner || member.role !== 'owner';
  const change = rights.mayChange && isBelow && !member.isSelf;
  const isLower = rights.isOwner ? member.role !== 'owner' : member.role === 'member';
  return { change, link: !member.isSelf && (rights.isSystemAdmin || (change && isLower && !member.isSystemAdmin)) };
}

export type MemberRow = NonNullable<MembersQuery['members']>[number];
