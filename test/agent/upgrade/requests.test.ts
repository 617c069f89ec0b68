import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkWanted, checkWantedImage, type WantedContext } from '../../../src/agent/upgrade/check-wanted.ts';
import { decideUpgrade, type UpgradeFacts } from '../../../src/agent/upgrade/decide.ts';
import type { EndedRequest } from '../../../src/agent/upgrade/journal.ts';
import { WantedUpgrade } from '../../../src/agent/upgrade/wanted-upgrade.ts';
import type { DesiredUpgrade } from '../../../src/contract/types.generated.ts';
import type { UpgradeOrder, UpgradeOutcome } from '../../../src/upgrade/upgrade-files.ts';
import { VirtualClock } from '../../harness/virtual-clock.ts';

const begin = Date.parse('2026-11-01T00:00:00Z');
const minute = 60_000;
const wanted = (requestId: string, change: Partial<DesiredUpgrade> = {}): DesiredUpgrade => ({
  ...{ requestId, targetVersion: '1.1.0', channel: 'stable', artifact: null, image: null },
  deadline: new Date(begin + 30 * minute).toISOString(),
  ...change,
});

const versions = { fromVersion: '1.0.0', toVersion: '1.1.0' };
const order = (requestId: string): UpgradeOrder => ({
  ...{ requestId, ...versions, channel: 'stable', platform: 'linux-x64', archive: '/a', sizeBytes: 1 },
  ...{ sha256: '0'.repeat(64), signature: 's', orderedAt: '2026-11-01T00:00:00Z' },
});
const outcome = (requestId: string, state: UpgradeOutcome['state']): UpgradeOutcome => ({
  ...{ requestId, state, ...versions, updatedAt: '2026-11-01T00:01:00Z', reason: null, lastWords: null },
});
const ended: EndedRequest = {
  ...{ requestId: 'a', fromVersion: '1.0.0', targetVersion: '1.1.0', at: '2026-11-01T00:01:00Z' },
  ...{ state: 'failed', reason: 'the hash is wrong' },
};
const facts: UpgradeFacts = {
  ...{ wanted: null, version: '1.0.0', order: null, outcome: null, isOutcomeReported: false, ended: undefined },
};

const prepares = (requestId: string) => ({ kind: 'prepare', wanted: { requestId } });
const follows = (request: object) => ({ kind: 'follow', request });
const switching = (requestId: string) => follows({ requestId, state: 'switching' });
const withdraws = { kind: 'withdraw' };
const rests = { kind: 'rest' };
const hasFailed = follows({ requestId: 'a', state: 'failed', reason: 'the hash is wrong' });
const rolledBack = outcome('a', 'rolled_back');
const byHand = outcome('rollback-1', 'committed');
/** The watcher has begun the order of a request, and said this. */
const begun = (state: UpgradeOutcome['state']) => ({ order: order('a'), outcome: outcome('a', state) });

test.each<[string, Partial<UpgradeFacts>, object]>([
  ['nothing before the first answer', { wanted: undefined }, rests],
  ['nothing where nobody asks', {}, { ...rests, why: 'no upgrade requested' }],
  ['nothing for the version that runs', { wanted: wanted('a', { targetVersion: '1.0.0' }) }, rests],
  ['what is asked for', { wanted: wanted('a') }, prepares('a')],
  ['no request a second time that ended', { wanted: wanted('a'), ended }, hasFailed],
  ['again what failed, when asked', { wanted: wanted('b'), outcome: rolledBack }, prepares('b')],
  ['tell that it switches as soon as that is ordered', { wanted: wanted('a'), order: order('a') }, switching('a')],
  ['tell it before the first answer', { wanted: undefined, version: '1.1.0', order: order('a') }, switching('a')],
  ['withdraw an order that nobody wants any more', { order: order('a') }, withdraws],
  ['withdraw it also for another request', { wanted: wanted('b'), order: order('a') }, withdraws],
  ['let another request wait for it', { wanted: wanted('b'), ...begun('judging') }, follows({ state: 'judging' })],
  ['leave an order alone that is about to be removed', begun('rolled_back'), follows({ state: 'rolled_back' })],
  [
    'not report another request’s outcome as the order’s',
    { wanted: wanted('b'), order: order('b'), outcome: rolledBack },
    switching('b'),
  ],
  ['tell how it ended', { wanted: wanted('a'), outcome: outcome('a', 'committed') }, follows({ state: 'committed' })],
  ['tell that before the first answer', { wanted: undefined, outcome: outcome('a', 'failed') }, { kind: 'follow' }],
  ['tell once how a switch by hand ended', { outcome: byHand }, follows({ requestId: 'rollback-1' })],
  ['say nothing more of an end that is told', { outcome: outcome('a', 'failed'), isOutcomeReported: true }, rests],
])('an agent decides to do %s', (_what, change, decision) => {
  expect(decideUpgrade({ ...facts, ...change })).toMatchObject(decision);
});

const artifact = {
  ...{ platform: 'linux-x64', url: 'https://releases.example/a.tar.gz', sizeBytes: 1 },
  ...{ sha256: '0'.repeat(64), signature: 'text' },
};
const context: WantedContext = {
  ...{ version: '1.0.0', channel: 'stable' },
  upgradability: { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' },
};
const clone = { upgradability: { ...context.upgradability, canUpgrade: false, reason: 'it is a clone' } };
const image = { name: 'registry.example/satrap/agent', digest: `sha256:${'a'.repeat(64)}` };
const repositories = ['satrap-agent', 'registry.example/satrap/agent'];

test('accepts a later version with its platform’s archive or the container’s image', () => {
  expect(checkWanted(wanted('a', { artifact }), context)).toBe(artifact);
  expect(checkWantedImage(wanted('a', { image }), context, repositories)).toBe(image);
});

test.each<[string, Partial<DesiredUpgrade>, Partial<WantedContext>, RegExp]>([
  ['an older version, however rightly signed', { targetVersion: '0.9.0' }, {}, /older than the running .*rollback/],
  ['a pre-release of the running version', { targetVersion: '1.0.0-rc.1' }, {}, /older than the running/],
  ['what is no version', { targetVersion: '../../etc' }, {}, /not a valid version/],
  ['a version with build metadata', { targetVersion: '1.1.0+1' }, {}, /not a valid version/],
  ['another channel than the operator of the host set', { channel: 'beta' }, {}, /in channel beta.*follows stable/],
  ['a release without an archive', { artifact: null }, {}, /no archive for linux-x64/],
  ['an archive for another platform', { artifact: { ...artifact, platform: 'linux-arm64' } }, {}, /for linux-arm64/],
  ['anything where the agent cannot be upgraded', {}, clone, /it is a clone/],
])('%s is refused', (_what, change, other, refusal) => {
  expect(() => checkWanted(wanted('a', { artifact, ...change }), { ...context, ...other })).toThrow(refusal);
});

test.each<[string, Partial<DesiredUpgrade>, RegExp]>([
  ['a release without an image', { image: null }, /has no image/],
  ['an image without a digest', { image: { ...image, digest: 'latest' } }, /has no digest/],
  ['an image of others', { image: { ...image, name: 'evil.example/agent' } }, /evil\.example.*uses satrap-agent, /],
  ['an older version', { targetVersion: '0.9.0' }, /older than the running/],
])('in a container, %s is refused', (_what, change, refusal) => {
  expect(() => checkWantedImage(wanted('a', { image, ...change }), context, repositories)).toThrow(refusal);
});

describe('the work for a request', () => {
  const never = new AbortController().signal;
  let clock: VirtualClock;
  let upgrade: WantedUpgrade;
  beforeEach(() => {
    clock = new VirtualClock(begin);
    upgrade = new WantedUpgrade(clock);
  });
  const advance = (minutes: number) => clock.passUntil(clock.elapsed() + minutes * minute);

  test.each([0, -1, 1])(
    'continues through an outage until the deadline, also if the clock jumps %i days',
    async (days) => {
      upgrade.accept(wanted('a'));
      const work = upgrade.whileWanted('a', never);
      clock.step(days * 24 * 60 * minute);
      await advance(29);
      expect(work.signal.aborted).toBe(false);
      await advance(2);
      expect(work.signal.aborted).toBe(true);
      // The request may have been cancelled: it does not start again before an answer confirms it.
      expect(upgrade.current).toBeUndefined();
    },
  );

  test('continues while answers name it, though the host’s clock is past its deadline', async () => {
    const late = wanted('a', { deadline: new Date(begin - 60 * minute).toISOString() });
    upgrade.accept(late);
    const work = upgrade.whileWanted('a', never);
    for (let minutes = 0; minutes < 10; minutes++) {
      await advance(1);
      upgrade.accept(late);
    }
    expect(work.signal.aborted).toBe(false);
    // Longer than between two heartbeats.
    await advance(9);
    expect(work.signal.aborted).toBe(false);
    await advance(2);
    expect(work.signal.aborted).toBe(true);
  });

  test('ends with a request that was taken back, and with another request', () => {
    for (const next of [null, wanted('b')]) {
      upgrade.accept(wanted('a'));
      const work = upgrade.whileWanted('a', never);
      upgrade.accept(next);
      expect(work.signal.aborted).toBe(true);
    }
  });

  test('is confirmed by the answer to a heartbeat that began afterwards', async () => {
    upgrade.accept(wanted('a'));
    let asked = 0;
    const confirmations: true[] = [];
    void upgrade.confirmed('a', never, () => asked++).then(() => confirmations.push(true));
    for (const expected of [[], [true]]) {
      upgrade.accept(wanted('a'));
      for (let turns = 0; turns < 10; turns++) await turn();
      expect(confirmations).toEqual(expected);
    }
    expect(asked).toBeGreaterThan(1);
  });
});
