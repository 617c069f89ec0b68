import { expect, test } from 'vitest';
import type { ImageOrder } from '../../src/upgrade/order.ts';
import { recoverInContainer, recoverOnHost } from '../../src/upgrade-watcher/lost-journal.ts';

// watch.test.ts also covers a lost journal on a host.

const reason = 'the journal cannot be read';
const order: ImageOrder = {
  ...{ requestId: 'r1', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable', platform: 'linux-x64' },
  orderedAt: '2026-01-01T00:00:00.000Z',
  image: {
    ...{ id: `sha256:${'b'.repeat(64)}`, reference: 'registry/agent@b', formerId: `sha256:${'a'.repeat(64)}` },
    container: { id: 'c'.repeat(64), name: 'agent', restart: { Name: 'always' } },
  },
};

test('in a container: back to the former one while there is one, with all that the order names', () => {
  expect(recoverInContainer({ order, outcome: null, reason }, order, false)).toMatchObject({
    ...{ requestId: 'r1', from: '1.0.0', to: '1.1.0', image: order.image },
    ...{ direction: 'back', phase: 'stop', hasRun: false, reason },
  });
});

test('in a container: forward where the former one is removed, as there is none to go back to', () => {
  expect(recoverInContainer({ order, outcome: null, reason }, order, true)).toMatchObject({
    ...{ direction: 'forward', phase: 'commit', image: order.image },
  });
});

test('on a host: the outcome of an earlier request says nothing of this one', () => {
  const outcome = {
    ...{ requestId: 'r0', fromVersion: '0.9.0', toVersion: '1.0.0', state: 'rolled_back' as const },
    ...{ reason: 'it hung', lastWords: 'flux', updatedAt: '2026-01-01T00:00:00.000Z' },
  };
  const pointers = { current: '1.0.0', watcher: '1.0.0', former: '0.9.0' };
  expect(recoverOnHost({ order, outcome, reason }, pointers, 'lost')).toMatchObject({
    ...{ requestId: 'r1', from: '1.0.0', direction: 'back', hasRun: false, reason, lastWords: null },
  });
});

test('on a host: what the agent’s user wrote into the order names no version to go back to', () => {
  const pointers = { current: '1.1.0', watcher: '1.0.0', former: null };
  const lie = { ...order, fromVersion: '6.6.6', toVersion: '1.0.0' };
  expect(recoverOnHost({ order: lie, outcome: null, reason }, pointers, 'lost')).toMatchObject({
    ...{ from: '1.0.0', direction: 'back', phase: 'stop', hasRun: true },
  });
});
