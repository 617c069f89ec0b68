import { expect, test } from 'vitest';
import { planRoles, rolesOf } from '../../../../../src/control-plane/people/sign-in/single-sign-on/group-roles.ts';

const roles = [
  { group: 'staff', organization: 'acme', role: 'member' },
  { group: 'platform', organization: 'acme', role: 'admin' },
  { group: 'platform', organization: 'lab', role: 'owner' },
] as const;

test.each([
  [['staff'], { acme: 'member' }],
  [['platform', 'staff'], { acme: 'admin', lab: 'owner' }],
  [['Staff', 'unknown'], {}],
  [[], {}],
])('the groups %j give the highest role of each organization', (groups, expected) => {
  expect(Object.fromEntries(rolesOf({ roles: [...roles] }, groups))).toEqual(expected);
});

const membership = { id: 'm', organizationId: 'acme', role: 'member', isFromGroups: true } as const;

test.each([
  ['a new member joins', [], { acme: 'admin' }, [{ organizationId: 'acme', memberId: null, role: 'admin' }]],
  ['a role changes', [membership], { acme: 'admin' }, [{ organizationId: 'acme', memberId: 'm', role: 'admin' }]],
  ['a membership ends without a group', [membership], {}, [{ organizationId: 'acme', memberId: 'm', role: null }]],
  ['the same role changes nothing', [membership], { acme: 'member' }, []],
  ['a member by hand keeps the role', [{ ...membership, isFromGroups: false }], { acme: 'owner' }, []],
  ['a member by hand stays without a group', [{ ...membership, isFromGroups: false }], {}, []],
] as const)('%s', (_what, current, granted, expected) => {
  expect(planRoles(new Map(Object.entries(granted)), current)).toEqual(expected);
});
