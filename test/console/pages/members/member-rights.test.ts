import { expect, test } from 'vitest';
import { memberActs, rolesToGive } from '../../../../src/console/pages/members/member-rights.ts';

const owner = { mayChange: true, isOwner: true, isSystemAdmin: false };
const admin = { mayChange: true, isOwner: false, isSystemAdmin: false };
const member = { mayChange: false, isOwner: false, isSystemAdmin: false };
const systemAdmin = { mayChange: true, isOwner: true, isSystemAdmin: true };
const other = (role: 'owner' | 'admin' | 'member', more = {}) => ({
  ...{ role, isSelf: false, isSystemAdmin: false },
  ...more,
});

test.each([
  ['an owner gives every role', owner, ['owner', 'admin', 'member']],
  ['an admin makes no owner', admin, ['admin', 'member']],
  ['a member gives none', member, []],
])('%s', (_what, rights, roles) => {
  expect(rolesToGive(rights)).toEqual(roles);
});

test.each([
  ['an owner changes another owner, whose password is not theirs', owner, other('owner'), true, false],
  ['an owner changes an admin', owner, other('admin'), true, true],
  ['an admin changes another admin, without a link', admin, other('admin'), true, false],
  ['an admin changes a member', admin, other('member'), true, true],
  ['an admin does not touch an owner', admin, other('owner'), false, false],
  ['a member changes nobody', member, other('member'), false, false],
  ['nobody removes themselves', owner, other('owner', { isSelf: true }), false, false],
  ['nobody makes a link for a system administrator', owner, other('member', { isSystemAdmin: true }), true, false],
  ['but another system administrator', systemAdmin, other('owner', { isSystemAdmin: true }), true, true],
])('%s', (_what, rights, about, change, link) => {
  expect(memberActs(rights, about)).toEqual({ change, link });
});
