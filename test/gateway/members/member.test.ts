import { expect, onTestFinished, test } from 'vitest';
import { DaemonFault } from '../../../src/gateway/daemon/daemon-fault.ts';
import { ChainView } from '../../../src/gateway/members/chain-view.ts';
import { Member } from '../../../src/gateway/members/member.ts';
import { NodeSlots } from '../../../src/gateway/members/node-slots.ts';
import { systemClock } from '../../../src/timing/clock.ts';

const config = {
  ...{ nodeId: 'a', name: 'alpha', url: 'http://127.0.0.1:9', user: 'gateway', password: 'p' },
  startedWithGatewayUser: true,
};

/** A member that is not followed, at a time that the test sets. */
function memberAt(time: { ms: number }) {
  let changes = 0;
  const member = new Member(config, {
    ...{ chainView: new ChainView('regtest'), nodeSlots: new NodeSlots(), wallets: null },
    clock: { ...systemClock, elapsed: () => time.ms },
    onChange: () => {
      changes++;
    },
    followsWallets: () => false,
  });
  onTestFinished(() => member.destroy());
  return { member, changes: () => changes };
}

test('is stalled for half a minute after a call without an answer in time', () => {
  const time = { ms: 1000 };
  const { member, changes } = memberAt(time);
  member.failed(new DaemonFault('timeout', 'late'));
  expect([member.facts.isStalled, changes()]).toEqual([true, 1]);
  time.ms += 30_000;
  expect(member.facts.isStalled).toBe(false);
});

test.each(['busy', 'abandoned', 'stale'] as const)('is not stalled after a call that failed as %s', (kind) => {
  const { member } = memberAt({ ms: 1000 });
  member.failed(new DaemonFault(kind, ''));
  expect(member.facts.isStalled).toBe(false);
});
