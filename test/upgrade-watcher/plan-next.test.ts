import { expect, test } from 'vitest';
import type { ArchiveOrder } from '../../src/upgrade/order.ts';
import { acceptOrder, type OrderFacts } from '../../src/upgrade-watcher/accept-order.ts';
import { containerState, probeOf } from '../../src/upgrade-watcher/docker/container-effects.ts';
import { newSwitch, type SwitchJournal } from '../../src/upgrade-watcher/journal.ts';
import { type PhaseResult, planNext, planResume, type SwitchEnd } from '../../src/upgrade-watcher/plan-next.ts';

const archive = { path: '/a', channel: 'stable', platform: 'linux-x64', sizeBytes: 1, sha256: '', signature: '' };
const begun = newSwitch({ requestId: '1', from: '1.0.0', to: '2.0.0', archive });
const at = (phase: SwitchJournal['phase'], more: Partial<SwitchJournal> = {}): SwitchJournal => ({
  ...begun,
  ...{ phase, hasRun: ['start', 'judge', 'commit'].includes(phase) },
  ...more,
});
const back = (phase: SwitchJournal['phase'], more: Partial<SwitchJournal> = {}) =>
  at(phase, { direction: 'back', hasRun: true, reason: 'it ended 3 times', lastWords: 'panic', ...more });
const ok: PhaseResult = { ok: true };
const fault = (reason: string, lastWords?: string): PhaseResult => ({
  ok: false,
  reason,
  ...(lastWords && { lastWords }),
});

/** Follows the plan from here to its end; `faults` are the failures on the way. */
function course(journal: SwitchJournal, faults: Partial<Record<string, PhaseResult>> = {}): string[] {
  const steps: string[] = [];
  let next: SwitchJournal | SwitchEnd = journal;
  while (!('state' in next)) {
    const step = `${next.direction === 'back' ? 'back: ' : ''}${next.phase}`;
    steps.push(step);
    next = planNext(next, faults[step] ?? ok);
  }
  return [...steps, next.state];
}

const wayBack = ['back: stop', 'back: store', 'back: pointer', 'back: start'];

test.each<[string, SwitchJournal, Partial<Record<string, PhaseResult>>, string[]]>([
  ['all goes well', begun, {}, ['unpack', 'stop', 'store', 'pointer', 'start', 'judge', 'commit', 'committed']],
  [
    'the version is here already, as for a rollback by hand',
    newSwitch({ requestId: '1', from: '2.0.0', to: '1.0.0', archive: null }),
    {},
    ['stop', 'store', 'pointer', 'start', 'judge', 'commit', 'committed'],
  ],
  ['the archive is refused: the agent is not even stopped', begun, { unpack: fault('x') }, ['unpack', 'failed']],
  [
    'the store cannot be read: nothing was switched',
    at('stop'),
    { store: fault('x') },
    ['stop', 'store', ...wayBack, 'failed'],
  ],
  [
    'the pointer cannot be changed: nothing was switched',
    at('pointer'),
    { pointer: fault('x') },
    ['pointer', ...wayBack, 'failed'],
  ],
  ['the new version does not do', at('judge'), { judge: fault('x') }, ['judge', ...wayBack, 'rolled_back']],
  ['what is left of former versions cannot be removed', at('commit'), { commit: fault('x') }, ['commit', 'committed']],
  [
    'everything fails on the way back: the former version is started all the same',
    back('stop'),
    { 'back: stop': fault('a'), 'back: store': fault('b'), 'back: pointer': fault('c') },
    [...wayBack, 'rolled_back'],
  ],
  [
    'the former version cannot start either',
    back('start'),
    { 'back: start': fault('x') },
    ['back: start', 'rolled_back'],
  ],
])('the way of a switch where %s', (_case, journal, faults, steps) => {
  expect(course(journal, faults)).toEqual(steps);
});

test('whoever goes back says why, with the new version’s last words, and all that failed on the way', () => {
  const started = planNext(at('judge'), fault('it ended 3 times', 'panic'));
  expect(started).toMatchObject({ direction: 'back', phase: 'stop', reason: 'it ended 3 times', lastWords: 'panic' });
  expect(planNext(back('start'), fault('1.0.0 does not answer either'))).toEqual({
    state: 'rolled_back',
    reason: 'it ended 3 times; 1.0.0 does not answer either',
    lastWords: 'panic',
  });
});

test('what the former version could not do in its last minute is kept, also when it is stopped again after a reboot', () => {
  const before = { engine: 'no engine', sync: null };
  const stopped = planNext(at('stop'), { ok: true, before });
  expect(stopped).toMatchObject({ phase: 'store', before });
  expect(planNext(stopped as SwitchJournal, ok)).toMatchObject({ phase: 'pointer', before });
});

test.each<[string, SwitchJournal, Partial<SwitchJournal>]>([
  ['a watcher that was killed goes on where it was', at('store'), { phase: 'store', restarts: 1 }],
  ['judging begins again', at('judge', { restarts: 2 }), { phase: 'judge', restarts: 3, direction: 'forward' }],
  [
    'one that is killed again and again goes back',
    at('store', { restarts: 3 }),
    { direction: 'back', phase: 'stop', reason: 'the watcher was killed 4 times during step “store”' },
  ],
  ['a commit is finished', at('commit', { restarts: 9 }), { direction: 'forward', phase: 'commit' }],
  ['the way back is never given up', back('store', { restarts: 9 }), { direction: 'back', phase: 'store' }],
])('%s', (_case, journal, expected) => {
  expect(planResume(journal)).toMatchObject(expected);
});

const order: ArchiveOrder = {
  ...{ requestId: 'r1', fromVersion: '1.0.0', toVersion: '1.1.0', channel: 'stable', platform: 'linux-x64' },
  ...{ archive: '/var/lib/satrap/upgrade/fetch/1.1.0.tar.gz', sizeBytes: 5, sha256: 'a'.repeat(64) },
  ...{ signature: 'text', orderedAt: '2026-01-01T00:00:00.000Z' },
};
const facts: OrderFacts = { current: '1.0.0', platform: 'linux-x64' };

test('an order begins with the check of its archive', () => {
  expect(acceptOrder(order, facts)).toMatchObject({
    ...{ requestId: 'r1', from: '1.0.0', to: '1.1.0', direction: 'forward', phase: 'unpack' },
    archive: { path: order.archive, sha256: order.sha256 },
  });
});

test.each<[string, Partial<ArchiveOrder>, Partial<OrderFacts>, RegExp]>([
  ['comes from a version that no longer runs', { fromVersion: '0.9.0' }, {}, /an upgrade from 0\.9\.0, but 1\.0\.0/],
  [
    'names an older version, rightly signed as it may be',
    { toVersion: '0.9.0' },
    {},
    /not newer than 1\.0\.0.*rollback/,
  ],
  ['names the version that runs', { toVersion: '1.0.0' }, {}, /not newer/],
  ['names a path in place of a version', { toVersion: '../../etc' }, {}, /is not valid/],
  ['is for another platform', { platform: 'linux-arm64' }, {}, /for linux-arm64, but this host is linux-x64/],
  ['comes to a host without versions', {}, { current: null }, /not installed from a release/],
])('an order that %s is refused', (_case, ordered, host, refusal) => {
  const accepted = acceptOrder({ ...order, ...ordered }, { ...facts, ...host });
  expect(accepted).toEqual({ refusal: expect.stringMatching(refusal) });
});

type Looked = Parameters<typeof containerState>[0];
const state = (State: object, RestartCount = 0, Name = 'always') =>
  containerState({ State, RestartCount, HostConfig: { RestartPolicy: { Name } } } as Looked);

test.each<[string, ReturnType<typeof state>, object]>([
  [
    'runs, of whose last end the engine knows nothing any more',
    state({ Running: true }, 2),
    { isRunning: true, isRestarted: false, hasFailed: false, restarts: 2, lastExit: null },
  ],
  [
    'ended, and is about to be started by the engine',
    state({ Running: true, Restarting: true, ExitCode: 1 }, 1),
    { isRunning: false, isRestarted: true, hasFailed: true, lastExit: 'exit code 1' },
  ],
  [
    'ended for good',
    state({ Status: 'exited', ExitCode: 137 }, 0, 'no'),
    { isRunning: false, isRestarted: false, isStopped: false, hasFailed: true, lastExit: 'exit code 137' },
  ],
  [
    'somebody stopped',
    state({ Status: 'exited', ExitCode: 137 }, 0, 'unless-stopped'),
    { isRunning: false, isStopped: true, hasFailed: false },
  ],
  [
    'the engine could not start',
    state({ Status: 'exited', ExitCode: 128, Error: 'failed to start shim' }),
    { isRunning: false, isStopped: false, hasFailed: true, lastExit: 'failed to start shim' },
  ],
  ['is gone', containerState(null), { isRunning: false, isRestarted: false, lastExit: 'its container was removed' }],
])('a container that %s is judged as a service is', (_what, found, expected) => expect(found).toMatchObject(expected));

test('the probe of a version that cannot be run can do nothing, so that the other one is not to blame', () => {
  const ended = { code: 0, ended: null, hasTimedOut: false, stdout: '', lastWords: '' };
  const said = { version: '1.0.0', settings: null, store: null, engine: 'down', controlPlane: null };
  expect(probeOf('1.0.0', { ...ended, stdout: JSON.stringify(said) })).toEqual(said);
  expect(probeOf('1.0.0', { ...ended, code: 1, lastWords: 'no flux' })).toMatchObject({
    version: '1.0.0',
    engine: 'probe of version 1.0.0 failed: exit code 1; last output: no flux',
  });
  expect(probeOf('1.0.0', ended).controlPlane).toContain('probe of version');
});
