import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AgentUnit, unitState } from '../../src/upgrade-watcher/agent-unit.ts';

const shown = (values: Record<string, string>): string =>
  Object.entries({
    ...{ ActiveState: 'active', SubState: 'running', MainPID: '812', NRestarts: '0', ExecMainCode: '0' },
    ...{ ExecMainStatus: '0', Environment: '' },
    ...values,
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');

test.each([
  [
    'runs, of whose last end systemd knows nothing any more',
    { Result: 'success', NRestarts: '2' },
    { isRunning: true, isRestarted: false, hasFailed: false, isStopped: false, lastExit: null },
  ],
  [
    'ended and is started again soon',
    {
      ActiveState: 'activating',
      SubState: 'auto-restart',
      MainPID: '0',
      NRestarts: '2',
      ExecMainCode: '1',
      ExecMainStatus: '1',
    },
    { isRunning: false, isRestarted: true, hasFailed: true, restarts: 2, lastExit: 'exit code 1' },
  ],
  [
    'was killed',
    { ActiveState: 'failed', SubState: 'failed', MainPID: '0', ExecMainCode: '2', ExecMainStatus: '9' },
    { isRunning: false, isRestarted: false, hasFailed: true, lastExit: 'signal 9' },
  ],
  [
    'is stopped, with a start asked for',
    { ActiveState: 'inactive', SubState: 'dead', MainPID: '0', Job: '711' },
    { isRunning: false, isRestarted: true, hasFailed: false, isStopped: false },
  ],
  [
    'an operator stopped',
    { ActiveState: 'inactive', SubState: 'dead', MainPID: '0', ExecMainCode: '1', Result: 'success' },
    { isRunning: false, isRestarted: false, hasFailed: false, isStopped: true },
  ],
  [
    'an operator stopped, and which had to be killed',
    { ActiveState: 'failed', SubState: 'failed', MainPID: '0', Result: 'timeout', Restart: 'always' },
    { isRunning: false, isRestarted: false, isStopped: true },
  ],
  [
    'was killed, and is by somebody’s setting not started again',
    { ActiveState: 'failed', SubState: 'failed', MainPID: '0', Result: 'signal', Restart: 'no' },
    { isRunning: false, isRestarted: false, isStopped: false },
  ],
  [
    'refuses its configuration',
    {
      ...{ ActiveState: 'failed', SubState: 'failed', MainPID: '0', ExecMainCode: '1', ExecMainStatus: '2' },
      ...{ Result: 'exit-code', Restart: 'always' },
    },
    { isRunning: false, isRestarted: false, isStopped: false, lastExit: 'exit code 2' },
  ],
  [
    'is being stopped',
    { ActiveState: 'deactivating', SubState: 'stop-sigterm', Job: '712', Result: 'success' },
    { isRunning: true, isStopped: false },
  ],
  [
    'has variables of its own',
    {
      Environment:
        'NODE_COMPILE_CACHE=/var/lib/satrap/compile-cache "SATRAP_AGENT_NAME=a\\ b" SATRAP_AGENT_URL=https://x/graphql?a=b',
    },
    { environment: { NODE_COMPILE_CACHE: '/var/lib/satrap/compile-cache', SATRAP_AGENT_URL: 'https://x/graphql?a=b' } },
  ],
])('what systemd says of a unit that %s', (_case, values, expected) => {
  expect(unitState(shown(values))).toMatchObject(expected);
});

/**
 * Replaces systemctl with `script`, a POSIX shell program, for this test. Its variable `folder` names a folder, which
 * is returned.
 */
function systemctlOf(script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-unit-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  writeFileSync(join(folder, 'systemctl'), `#!/bin/sh\nfolder="${folder}"\n${script}`, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  return folder;
}

test('a service manager that does not answer for a moment is asked again, and is no fault of the agent', async () => {
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
