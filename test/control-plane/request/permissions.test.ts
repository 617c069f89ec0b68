import { describe, expect, test } from 'vitest';
import type { Permission } from '../../../src/contract/permissions.ts';
import { FairQueue } from '../../../src/control-plane/platform/database/pool/fair-queue.ts';
import {
  type Caller,
  ownerOf,
  type PersonalCaller,
  type UnaffiliatedCaller,
} from '../../../src/control-plane/request/caller.ts';
import { isAdmin, requireCaller, requireReader } from '../../../src/control-plane/request/permissions.ts';
import { agent, owner } from '../../harness/callers.ts';

const person = (role: string | null, isSystemAdmin = false): Caller => ({
  ...owner,
  isSystemAdmin,
  role: role as PersonalCaller['role'],
});
const nowhere = { role: null, organizationId: null, organizationName: null };

const callers: Record<string, Caller | null> = {
  nobody: null,
  'an owner': person('owner'),
  'an admin': person('admin'),
  'a member': person('member'),
  'an unknown role': person('auditor'),
  'a system administrator who is no member': person(null, true),
  'a person without an organization': { ...person(null), ...nowhere } as Caller,
  'a system administrator without an organization': { ...person(null, true), ...nowhere } as Caller,
  'an executor': agent,
};

/** Returns what a caller gets: «yes», «nothing» or the code of an error. */
function answer(check: (caller: Caller | null) => unknown, caller: Caller | null): string {
  try {
    return check(caller) === null ? 'nothing' : 'yes';
  } catch (error) {
    return (error as { extensions: { code: string } }).extensions.code;
  }
}

describe.each<[who: string, admitted: Permission[], reads: string]>([
  ['nobody', [], 'Unauthenticated'],
  ['an owner', ['person', 'member', 'admin'], 'yes'],
  ['an admin', ['person', 'member', 'admin'], 'yes'],
  ['a member', ['person', 'member'], 'yes'],
  ['an unknown role', ['person', 'member'], 'yes'],
  ['a system administrator who is no member', ['person', 'member', 'admin', 'systemAdmin'], 'yes'],
  ['a person without an organization', ['person'], 'nothing'],
  ['a system administrator without an organization', ['person', 'systemAdmin'], 'nothing'],
  ['an executor', ['executor'], 'nothing'],
])('%s', (who, admitted, reads) => {
  const caller = callers[who] ?? null;
  const permissions: Permission[] = ['person', 'member', 'admin', 'executor', 'systemAdmin'];

  test.each(permissions)('gets what %s may do only as the roles say', (permission) => {
    const refusal = caller === null ? 'Unauthenticated' : 'Forbidden';
    const expected = admitted.includes(permission) ? 'yes' : refusal;
    expect(answer((given) => requireCaller(permission, given), caller)).toBe(expected);
  });

  test('gets what anyone may do', () => {
    expect(requireCaller('anyone', caller)).toBe(caller);
  });

  test('reads and sees secrets only as the roles say', () => {
    expect(answer(requireReader, caller)).toBe(reads);
    expect(isAdmin(caller)).toBe(admitted.includes('admin'));
  });
});

const unaffiliated = (userId: string): UnaffiliatedCaller => ({
  ...{ purpose: 'personal', userId, email: `${userId}@example.com`, name: userId, isSystemAdmin: true },
  ...{ credential: { type: 'session', id: `session of ${userId}` }, role: null },
  ...{ organizationId: null, organizationName: null },
});

test('invariant 16: people without an organization are not bounded together', async () => {
  const queue = new FairQueue({ places: 3, perOrganization: 1, perCaller: 1, waitMs: 1 });
  await queue.take(ownerOf(unaffiliated('ada')));
  await queue.take(ownerOf(unaffiliated('bob')));
  await expect(queue.take(ownerOf(unaffiliated('ada')))).rejects.toThrow('no slot became free');
});
