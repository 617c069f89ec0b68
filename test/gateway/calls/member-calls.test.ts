import { expect, test } from 'vitest';
import { MemberCalls } from '../../../src/gateway/calls/member-calls.ts';
import { DaemonFault, type DaemonFaultKind } from '../../../src/gateway/daemon/daemon-fault.ts';
import type { Member } from '../../../src/gateway/members/member.ts';
import { requestContext } from './context.ts';

/** How often a read is tried whose members all fail in this way. */
async function attempts(cost: 'light' | 'heavy', kind: DaemonFaultKind): Promise<number> {
  let count = 0;
  const choose = async () => ({ failed: () => undefined }) as unknown as Member;
  await new MemberCalls(requestContext({ choose }).context).read(cost, () => {
    count++;
    return Promise.reject(new DaemonFault(kind, 'it fails'));
  });
  return count;
}

test.each([
  ['light', 'timeout', 2],
  ['heavy', 'timeout', 1],
  ['heavy', 'unreachable', 2],
  ['heavy', 'no_memory', 1],
] as const)('tries a %s read that fails as %s on %i members', async (cost, kind, count) => {
  expect(await attempts(cost, kind)).toBe(count);
});
