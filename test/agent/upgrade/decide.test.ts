import { expect, test } from 'vitest';
import { decideUpgrade, type UpgradeFacts } from '../../../src/agent/upgrade/decide.ts';
import type { EndedRequest } from '../../../src/agent/upgrade/journal.ts';
import type { DesiredUpgrade } from '../../../src/contract/types.generated.ts';
import type { UpgradeOrder } from '../../../src/upgrade/order.ts';
import type { UpgradeOutcome } from '../../../src/upgrade/outcome.ts';

const wanted = (requestId: string, targetVersion = '1.1.0'): DesiredUpgrade => ({
  ...{ requestId, targetVersion, channel: 'stable', deadline: '2026-11-01T00:30:00Z', artifact: null, image: null },
});

const order = (requestId: string): UpgradeOrder => ({
  ...{ requestId, fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable', platform: 'linux-x64' },
  ...{ archive: '/a', sizeBytes: 1, sha256: '0'.repeat(64), signature: 's', orderedAt: '2026-11-01T00:00:00Z' },
});

const outcome = (requestId: string, state: UpgradeOutcome['state']): UpgradeOutcome => ({
  ...{ requestId, state, fromVersion: '1.0.0', toVersion: '1.1.0', updatedAt: '2026-11-01T00:01:00Z' },
  ...{ reason: null, lastWords: null },
});

const ended: EndedRequest = {
  ...{ requestId: 'a', fromVersion: '1.0.0', targetVersion: '1.1.0', at: '2026-11-01T00:01:00Z' },
  ...{ state: 'failed', reason: 'the hash is wrong' },
};

const facts: UpgradeFacts = {
  wanted: null,
  version: '1.0.0',
  order: null,
  outcome: null,
  isOutcomeTold: false,
  ended: undefined,
};

test.each<[string, Partial<UpgradeFacts>, object]>([
  ['nothing before the first answer', { wanted: undefined }, { kind: 'rest' }],
  ['nothing where nobody asks', {}, { kind: 'rest', why: 'the control plane asks for no upgrade' }],
  ['nothing for the version that runs', { wanted: wanted('a', '1.0.0') }, { kind: 'rest' }],
  ['what is asked for', { wanted: wanted('a') }, { kind: 'prepare', wanted: { requestId: 'a' } }],
  [
    'no request a second time that ended',
    { wanted: wanted('a'), ended },
    { kind: 'follow', request: { requestId: 'a', state: 'failed', reason: 'the hash is wrong' } },
  ],
  [
    'a version again that failed, when it is asked for anew',
    { wanted: wanted('b'), outcome: outcome('a', 'rolled_back') },
    { kind: 'prepare', wanted: { requestId: 'b' } },
  ],
  [
    'tell that it switches as soon as that is ordered',
    { wanted: wanted('a'), order: order('a') },
    { kind: 'follow', request: { requestId: 'a', state: 'switching' } },
  ],
  [
    'tell that also before the first answer, as a new version',
    { wanted: undefined, version: '1.1.0', order: order('a') },
    { kind: 'follow', request: { requestId: 'a', state: 'switching' } },
  ],
  ['withdraw an order that nobody wants any more', { order: order('a') }, { kind: 'withdraw' }],
  ['withdraw it also for another request', { wanted: wanted('b'), order: order('a') }, { kind: 'withdraw' }],
  [
    'leave an order alone that the watcher has begun',
    { order: order('a'), outcome: outcome('a', 'switching') },
    { kind: 'follow', request: { state: 'switching' } },
  ],
  [
    'let another request wait until the watcher is done',
    { wanted: wanted('b'), order: order('a'), outcome: outcome('a', 'judging') },
    { kind: 'follow', request: { requestId: 'a', state: 'judging' } },
  ],
  [
    'leave an order alone that the watcher is about to remove',
    { order: order('a'), outcome: outcome('a', 'rolled_back') },
    { kind: 'follow', request: { state: 'rolled_back' } },
  ],
  [
    'not take the outcome of another request for that of an order',
    { wanted: wanted('b'), order: order('b'), outcome: outcome('a', 'rolled_back') },
    { kind: 'follow', request: { requestId: 'b', state: 'switching' } },
  ],
  [
    'tell how it ended, until an answer names it no more',
    { wanted: wanted('a'), outcome: outcome('a', 'committed') },
    { kind: 'follow', request: { state: 'committed' } },
  ],
  [
    'tell how it ended before the first answer',
    { wanted: undefined, outcome: outcome('a', 'failed') },
    { kind: 'follow' },
  ],
  [
    'tell once how a switch ended that no control plane asks for, as a rollback by hand',
    { outcome: outcome('rollback-1', 'committed') },
    { kind: 'follow', request: { requestId: 'rollback-1', state: 'committed' } },
  ],
  [
    'say nothing more of an end that is told',
    { outcome: outcome('a', 'failed'), isOutcomeTold: true },
    { kind: 'rest' },
  ],
])('an agent decides to do %s', (_what, change, decision) => {
  expect(decideUpgrade({ ...facts, ...change })).toMatchObject(decision);
});

test('the last words of a version that did not do are told with the reason', () => {
  const rolledBack = { ...outcome('a', 'rolled_back'), reason: 'it ended at its start', lastWords: 'no such column' };
  expect(decideUpgrade({ ...facts, outcome: rolledBack, wanted: wanted('a') })).toMatchObject({
    request: { reason: 'it ended at its start. Its last words: no such column' },
  });
});
