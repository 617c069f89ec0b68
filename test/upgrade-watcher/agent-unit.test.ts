import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AgentUnit, unitState } from '../../src/upgrade-watcher/agent-unit.ts';
import { containerState } from '../../src/upgrade-watcher/docker/container-effects.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

const shown = (values: Record<string, string>): string =>
  Object.entries({
    ...{ ActiveState: 'active', SubState: 'running', MainPID: '812', NRestarts: '0', ExecMainCode: '0' },
    ...{ ExecMainStatus: '0', Environment: '' },
    ...values,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
const dead = { ActiveState: 'inactive', SubState: 'dead', MainPID: '0' };
const failed = { ActiveState: 'failed', SubState: 'failed', MainPID: '0', Restart: 'always' };
const code = (status: string) => ({ ExecMainCode: '1', ExecMainStatus: status });
const restarting = { ActiveState: 'activating', SubState: 'auto-restart', MainPID: '0', NRestarts: '2' };
const stopping = { ActiveState: 'deactivating', SubState: 'stop-sigterm', Job: '712', Result: 'success' };
const alive = { isRunning: true, isRestarted: false, hasFailed: false, isStopped: false, lastExit: null };
const down = { isRunning: false, isRestarted: false, isStopped: false };
const NODE_COMPILE_CACHE = '/var/lib/satrap/compile-cache';
const SATRAP_AGENT_URL = 'https://x/graphql?a=b';
const Environment = `NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE} "SATRAP_AGENT_NAME=a\\ b" SATRAP_AGENT_URL=${SATRAP_AGENT_URL}`;

test.each<[string, Record<string, string>, object]>([
  ['runs, of whose last end systemd knows nothing any more', { Result: 'success', NRestarts: '2' }, alive],
  [
    'ended and is started again soon',
    { ...restarting, ...code('1') },
    { isRunning: false, isRestarted: true, hasFailed: true, restarts: 2, lastExit: 'exit code 1' },
  ],
  [
    'was killed',
    { ...failed, Restart: '', ExecMainCode: '2', ExecMainStatus: '9' },
    { isRunning: false, isRestarted: false, hasFailed: true, lastExit: 'signal 9' },
  ],
  [
    'is stopped, with a start asked for',
    { ...dead, Job: '711' },
    { isRunning: false, isRestarted: true, hasFailed: false, isStopped: false },
  ],
  ['an operator stopped', { ...dead, ...code('0'), Result: 'success' }, { ...down, isStopped: true, hasFailed: false }],
  ['an operator stopped, and which had to be killed', { ...failed, Result: 'timeout' }, { ...down, isStopped: true }],
  ['was killed, and is by somebody’s setting not started again', { ...failed, Result: 'signal', Restart: 'no' }, down],
  ['refuses its configuration', { ...failed, ...code('2'), Result: 'exit-code' }, { ...down, lastExit: 'exit code 2' }],
  ['is being stopped', stopping, { isRunning: true, isStopped: false }],
  ['has variables of its own', { Environment }, { environment: { NODE_COMPILE_CACHE, SATRAP_AGENT_URL } }],
])('what systemd says of a unit that %s', (_case, values, expected) => {
  expect(unitState(shown(values))).toMatchObject(expected);
});

const state = (State: object, RestartCount = 0, Name = 'always') =>
  containerState({ State, RestartCount, HostConfig: { RestartPolicy: { Name } } } as Parameters<
    typeof containerState
  >[0]);
const exited = { Status: 'exited', ExitCode: 137 };
const shim = 'failed to start shim';

test.each<[string, ReturnType<typeof state>, object]>([
  ['runs, of whose last end the engine knows nothing any more', state({ Running: true }, 2), { ...alive, restarts: 2 }],
  [
    'ended, and is about to be started by the engine',
    state({ Running: true, Restarting: true, ExitCode: 1 }, 1),
    { isRunning: false, isRestarted: true, hasFailed: true, lastExit: 'exit code 1' },
  ],
  ['ended for good', state(exited, 0, 'no'), { ...down, hasFailed: true, lastExit: 'exit code 137' }],
  ['somebody stopped', state(exited, 0, 'unless-stopped'), { ...down, isStopped: true, hasFailed: false }],
  [
    'the engine could not start',
    state({ ...exited, ExitCode: 128, Error: shim }),
    { ...down, hasFailed: true, lastExit: shim },
  ],
  ['is gone', containerState(null), { isRunning: false, isRestarted: false, lastExit: 'its container was removed' }],
])('a container that %s is judged as a service is', (_what, found, expected) => expect(found).toMatchObject(expected));

/** Replaces systemctl with `script`, a POSIX shell program whose variable `folder` names the folder that is returned. */
function systemctlOf(script: string): string {
  const folder = scratchFolder('unit');
  onTestFinished(() => void vi.unstubAllEnvs());
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\nfolder="${folder}"\n${script}`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  return folder;
}

test('retries a silent service manager, and does not blame the agent', async () => {
  systemctlOf(`
echo asked >>"$folder/asked"
[ "$(wc -l <"$folder/asked")" -gt 1 ] || { echo "Transport endpoint is not connected" >&2; exit 1; }
echo MainPID=812
`);
  expect(await new AgentUnit().state()).toMatchObject({ isRunning: true });
});

test.each([
  ['a version that does not end itself is killed after its grace', 20, 300, 'kill --kill-who=main'],
  ['the time that its unit gives an agent is left to it', undefined, 3, null],
])('%s', async (_what, graceMs, tenths, killed) => {
  const folder = systemctlOf(`
case "$1" in
  stop) n=0; until [ -e "$folder/killed" ] || [ $n = ${tenths} ]; do n=$((n + 1)); sleep 0.1; done ;;
  kill) echo "$*" >"$folder/killed" ;;
esac
`);
  await new AgentUnit().stop(graceMs);
  const said = existsSync(join(folder, 'killed')) ? readFileSync(join(folder, 'killed'), 'utf8') : null;
  expect(said).toEqual(killed === null ? null : expect.stringContaining(killed));
});
