import { expect, test } from 'vitest';
import type { Caller, PersonalCaller } from '../../../src/control-plane/request/caller.ts';
import {
  isAdmin,
  requireAdmin,
  requireExecutor,
  requireReader,
} from '../../../src/control-plane/request/permissions.ts';

const someone = { userId: 'user', email: 'person@example.com', name: 'Person', isSystemAdmin: false };
const shared = {
  credential: { type: 'apiKey' as const, id: 'key' },
  organizationId: 'organization',
  organizationName: 'Example',
};
const person = (role: string): Caller => ({
  ...shared,
  purpose: 'personal',
  ...someone,
  role: role as PersonalCaller['role'],
});
const executor: Caller = { ...shared, purpose: 'executor' };

/** Returns what a caller gets: «yes», «nothing» or the code of an error. */
function answer(check: (caller: Caller | null) => unknown, caller: Caller | null): string {
  try {
    return check(caller) === null ? 'nothing' : 'yes';
  } catch (error) {
    return (error as { extensions: { code: string } }).extensions.code;
  }
}

test.each<[string, Caller | null, { read: string; change: string; report: string; admin: boolean }]>([
  ['nobody', null, { read: 'Unauthenticated', change: 'Unauthenticated', report: 'Unauthenticated', admin: false }],
  ['an owner', person('owner'), { read: 'yes', change: 'yes', report: 'Forbidden', admin: true }],
  ['an admin', person('admin'), { read: 'yes', change: 'yes', report: 'Forbidden', admin: true }],
  ['a member', person('member'), { read: 'yes', change: 'Forbidden', report: 'Forbidden', admin: false }],
  ['an unknown role', person('auditor'), { read: 'yes', change: 'Forbidden', report: 'Forbidden', admin: false }],
  ['an executor', executor, { read: 'nothing', change: 'Forbidden', report: 'yes', admin: false }],
])('the permissions of %s are what the roles say', (_who, caller, expected) => {
  expect({
    read: answer(requireReader, caller),
    change: answer(requireAdmin, caller),
    report: answer(requireExecutor, caller),
    admin: isAdmin(caller),
  }).toEqual(expected);
});
