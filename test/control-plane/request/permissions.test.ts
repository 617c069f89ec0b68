import { expect, test } from 'vitest';
import { FairQueue } from '../../../src/control-plane/platform/database/pool/fair-queue.ts';
import { ownerOf, type PersonalCaller, type UnaffiliatedCaller } from '../../../src/control-plane/request/caller.ts';
import { isAdmin, requireCaller } from '../../../src/control-plane/request/permissions.ts';
import { owner } from '../../harness/callers.ts';

test('an unknown role may do what a member may', () => {
  const auditor = { ...owner, role: 'auditor' as PersonalCaller['role'] };
  expect(requireCaller('member', auditor)).toBe(auditor);
  for (const permission of ['admin', 'system_admin', 'executor'] as const)
    expect(() => requireCaller(permission, auditor)).toThrow('Only');
  expect(isAdmin(auditor)).toBe(false);
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
