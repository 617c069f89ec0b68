import { expect, test } from 'vitest';
import type { ArchiveOrder } from '../../src/upgrade/order.ts';
import { acceptOrder, type OrderFacts } from '../../src/upgrade-watcher/accept-order.ts';

const order: ArchiveOrder = {
  ...{ requestId: 'r1', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable', platform: 'linux-x64' },
  ...{ archive: '/var/lib/satrap/upgrade/fetch/1.1.0.tar.gz', sizeBytes: 5, sha256: 'a'.repeat(64) },
  ...{ signature: 'text', orderedAt: '2026-01-01T00:00:00.000Z' },
};
const facts: OrderFacts = { current: '1.0.0', platform: 'linux-x64', endedRequest: null };

test('an order begins with the check of its archive', () => {
  expect(acceptOrder(order, facts)).toMatchObject({
    ...{ requestId: 'r1', from: '1.0.0', to: '1.1.0', direction: 'forward', phase: 'unpack' },
    archive: { path: order.archive, sha256: order.sha256 },
  });
});

test.each<[string, Partial<ArchiveOrder>, Partial<OrderFacts>, RegExp | null]>([
  ['is replayed after its end', {}, { endedRequest: 'r1' }, null],
  [
    'comes from a version that no longer runs',
    { fromVersion: '0.9.0' },
    {},
    /ordered from version 0\.9\.0, but 1\.0\.0/,
  ],
  [
    'names an older version, rightly signed as it may be',
    { toVersion: '0.9.0' },
    {},
    /not later than 1\.0\.0.*rollback/,
  ],
  ['names the version that runs', { toVersion: '1.0.0' }, {}, /not later/],
  ['names a path in place of a version', { toVersion: '../../etc' }, {}, /is not a version/],
  ['is for another platform', { platform: 'linux-arm64' }, {}, /for linux-arm64, and this is linux-x64/],
  ['comes to a host without versions', {}, { current: null }, /not installed from a release/],
])('an order that %s is refused', (_case, ordered, host, refusal) => {
  const accepted = acceptOrder({ ...order, ...ordered }, { ...facts, ...host });
  expect(accepted).toEqual({ refusal: refusal === null ? null : expect.stringMatching(refusal) });
});
