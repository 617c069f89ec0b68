import { expect, test } from 'vitest';
import type { ArchiveOrder, ImageOrder } from '../../src/upgrade/upgrade-files.ts';
import { acceptOrder, type OrderFacts } from '../../src/upgrade-watcher/accept-order.ts';
import { probeOf } from '../../src/upgrade-watcher/docker/container-effects.ts';
import { newSwitch, type SwitchJournal } from '../../src/upgrade-watcher/journal.ts';
import { recoverInContainer, recoverOnHost } from '../../src/upgrade-watcher/lost-journal.ts';
import { type PhaseResult, planNext, planResume, type SwitchEnd } from '../../src/upgrade-watcher/plan-next.ts';

// watch.test.ts walks through whole switches, and through those whose watcher or journal is lost.

const archive = { path: '/a', channel: 'stable', platform: 'linux-x64', sizeBytes: 1, sha256: '', signature: '' };
const begun = newSwitch({ requestId: '1', from: '1.0.0', to: '2.0.0', archive });
const at = (phase: SwitchJournal['phase'], more: Partial<SwitchJournal> = {}): SwitchJournal => ({
  ...begun,
  ...{ phase, hasRun: ['start', 'judge', 'commit'].includes(phase) },
  ...more,
});
const back = (phase: SwitchJournal['phase'], more: Partial<SwitchJournal> = {}) =>
  at(phase, { direction: 'back', hasRun: true, reason: 'it ended 3 times', lastWords: 'panic', ...more });
const fault = (reason: string, lastWords: string | null = null): PhaseResult => ({ ok: false, reason, lastWords });

/** Follows the plan from here to its end; `faulty`: the steps that fail on the way. */
function course(journal: SwitchJournal, faulty: string[]): string[] {
  const steps: string[] = [];
  let next: SwitchJournal | SwitchEnd = journal;
  while (!('state' in next)) {
    const step = `${next.direction === 'back' ? 'back: ' : ''}${next.phase}`;
    steps.push(step);
    next = planNext(next, faulty.includes(step) ? fault('x') : { ok: true });
  }
  return [...steps, next.state];
}

const wayBack = ['back: stop', 'back: store', 'back: pointer', 'back: start'];
const byHand = newSwitch({ requestId: '1', from: '2.0.0', to: '1.0.0', archive: null });
const forward = ['stop', 'store', 'pointer', 'start', 'judge', 'commit', 'committed'];

test.each<[string, SwitchJournal, string[], string[]]>([
  ['the version is here already, as for a rollback by hand', byHand, [], forward],
  ['the archive is refused: the agent is not even stopped', begun, ['unpack'], ['unpack', 'failed']],
  ['the store cannot be read: nothing was switched', at('stop'), ['store'], ['stop', 'store', ...wayBack, 'failed']],
  ['the pointer cannot be changed', at('pointer'), ['pointer'], ['pointer', ...wayBack, 'failed']],
  ['what is left of former versions cannot be removed', at('commit'), ['commit'], ['commit', 'committed']],
  [
    'all fails on the way back: the former version is started all the same',
    back('stop'),
    wayBack,
    [...wayBack, 'rolled_back'],
  ],
])('the way of a switch where %s', (_case, journal, faulty, steps) => {
  expect(course(journal, faulty)).toEqual(steps);
});

test('a rollback reports its reason with the last output of the new version', () => {
  const started = planNext(at('judge'), fault('it ended 3 times', 'panic'));
  expect(started).toMatchObject({ direction: 'back', phase: 'stop', reason: 'it ended 3 times', lastWords: 'panic' });
  expect(planNext(back('start'), fault('1.0.0 does not answer either'))).toEqual({
    ...{ state: 'rolled_back', reason: 'it ended 3 times; 1.0.0 does not answer either', lastWords: 'panic' },
  });
});

test('remembers what the previous version could not do in its last minute', () => {
  const before = { engine: 'no engine', sync: null };
  const stopped = planNext(at('stop'), { ok: true, before });
  expect(stopped).toMatchObject({ phase: 'store', before });
  expect(planNext(stopped as SwitchJournal, { ok: true })).toMatchObject({ phase: 'pointer', before });
});

const killedAgain = { direction: 'back', reason: 'the watcher was killed 4 times during step “store”' } as const;
test.each<[string, SwitchJournal, Partial<SwitchJournal>]>([
  ['one that is killed again and again goes back', at('store', { restarts: 3 }), { ...killedAgain, phase: 'stop' }],
  ['the way back is never given up', back('store', { restarts: 9 }), { direction: 'back', phase: 'store' }],
])('%s', (_case, journal, expected) => {
  expect(planResume(journal)).toMatchObject(expected);
});

const common = {
  ...{ requestId: 'r1', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable', platform: 'linux-x64' },
  orderedAt: '2026-01-01T00:00:00.000Z',
};
const order: ArchiveOrder = {
  ...{ ...common, archive: '/var/lib/satrap/upgrade/fetch/1.1.0.tar.gz', sizeBytes: 5, sha256: 'a'.repeat(64) },
  signature: 'text',
};
const facts: OrderFacts = { current: '1.0.0', platform: 'linux-x64' };

test.each<[string, Partial<ArchiveOrder>, Partial<OrderFacts>, RegExp]>([
  ['comes from a version that no longer runs', { fromVersion: '0.9.0' }, {}, /an upgrade from 0\.9\.0, but 1\.0\.0/],
  ['names an older version, rightly signed', { toVersion: '0.9.0' }, {}, /not newer than 1\.0\.0.*rollback/],
  ['names the version that runs', { toVersion: '1.0.0' }, {}, /not newer/],
  ['names a path in place of a version', { toVersion: '../../etc' }, {}, /is not valid/],
  ['is for another platform', { platform: 'linux-arm64' }, {}, /for linux-arm64, but this host is linux-x64/],
  ['comes to a host without versions', {}, { current: null }, /not installed from a release/],
])('an order that %s is refused', (_case, ordered, host, refusal) => {
  const accepted = acceptOrder({ ...order, ...ordered }, { ...facts, ...host });
  expect(accepted).toEqual({ refusal: expect.stringMatching(refusal) });
});

test('a failed probe by a version that cannot run does not blame the other one', () => {
  const ended = { code: 0, ended: null, hasTimedOut: false, stdout: '', lastWords: '' };
  const said = { version: '1.0.0', settings: null, store: null, engine: 'down', controlPlane: null };
  expect(probeOf('1.0.0', { ...ended, stdout: JSON.stringify(said) })).toEqual(said);
  const engine = 'probe of version 1.0.0 failed: exit code 1; last output: no flux';
  expect(probeOf('1.0.0', { ...ended, code: 1, lastWords: 'no flux' })).toMatchObject({ version: '1.0.0', engine });
  expect(probeOf('1.0.0', ended).controlPlane).toContain('probe of version');
});

const reason = 'the journal cannot be read';
const imageOrder: ImageOrder = {
  ...common,
  image: {
    ...{ id: `sha256:${'b'.repeat(64)}`, reference: 'registry/agent@b', formerId: `sha256:${'a'.repeat(64)}` },
    container: { id: 'c'.repeat(64), name: 'agent', restart: { Name: 'always' } },
  },
};

test('without its journal, a container’s switch rolls back if a previous one exists', () => {
  const lost = { order: imageOrder, outcome: null, reason };
  const { image } = imageOrder;
  expect(recoverInContainer(lost, imageOrder, false)).toMatchObject({
    ...{ requestId: 'r1', from: '1.0.0', to: '1.1.0', image },
    ...{ direction: 'back', phase: 'stop', hasRun: false, reason },
  });
  expect(recoverInContainer(lost, imageOrder, true)).toMatchObject({ direction: 'forward', phase: 'commit', image });
});

test('without its journal, a host’s switch trusts no earlier outcome or order', () => {
  const outcome = {
    ...{ requestId: 'r0', fromVersion: '0.9.0', toVersion: '1.0.0', state: 'rolled_back' as const },
    ...{ reason: 'it hung', lastWords: 'flux', updatedAt: '2026-01-01T00:00:00.000Z' },
  };
  const pointers = { current: '1.0.0', watcher: '1.0.0', former: '0.9.0' };
  expect(recoverOnHost({ order, outcome, reason }, pointers, 'lost')).toMatchObject({
    ...{ requestId: 'r1', from: '1.0.0', direction: 'back', hasRun: false, reason, lastWords: null },
  });
  const lie = { ...order, fromVersion: '6.6.6', toVersion: '1.0.0' };
  const flipped = { current: '1.1.0', watcher: '1.0.0', former: null };
  expect(recoverOnHost({ order: lie, outcome: null, reason }, flipped, 'lost')).toMatchObject({
    ...{ from: '1.0.0', direction: 'back', phase: 'stop', hasRun: true },
  });
});
