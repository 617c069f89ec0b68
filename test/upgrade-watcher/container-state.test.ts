import { expect, test } from 'vitest';
import { containerState } from '../../src/upgrade-watcher/container-state.ts';
import { probeOf } from '../../src/upgrade-watcher/probe-of.ts';

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
    engine: 'version 1.0.0 could not try: it ended with the exit code 1, and said last: no flux',
  });
  expect(probeOf('1.0.0', ended).controlPlane).toContain('could not try');
});
