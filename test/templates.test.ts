import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releasedFiles } from '../scripts/release/released-program.ts';
import { gatewayFile } from '../src/agent/gateway/gateway-file.ts';
import { settingList } from '../src/agent/settings/options.ts';
import { upgradeFiles } from '../src/upgrade/upgrade-files.ts';
import { watcherFolder } from '../src/upgrade-watcher/watcher-files.ts';

const template = (name: string) => readFileSync(join(import.meta.dirname, '../templates', name), 'utf8');

/** The values of a key in a systemd unit. */
const valuesOf = (unit: string, key: string): string[] =>
  [...template(unit).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

const { order } = upgradeFiles('/var/lib/satrap');
const agent = 'satrap-agent.service';
const upgrade = 'satrap-agent-upgrade.service';
const backup = 'satrap-control-plane-backup.service';
const target = 'satrap-agent-shutdown.target';

// Flags would override the operator’s settings. Exit code 2 is a configuration error, which a restart cannot fix.
test.each([
  [agent, '/usr/local/bin/satrap agent run'],
  ['satrap-control-plane.service', '/opt/satrap/control-plane/bin/satrap control-plane serve'],
  ['satrap-gateway.service', `/usr/local/bin/satrap gateway run --config ${gatewayFile('/var/lib/satrap')}`],
])('%s runs without flags for settings and without privileges', (unit, command) => {
  expect(valuesOf(unit, 'ExecStart')).toEqual([command]);
  expect(valuesOf(unit, 'RestartPreventExitStatus')).toEqual(['2']);
  expect(valuesOf(unit, 'User')[0]).toMatch(/^satrap/);
  expect(valuesOf(unit, 'CapabilityBoundingSet')).toEqual(['']);
  expect(valuesOf(unit, 'ProtectSystem')).toEqual(['strict']);
});

test.each([
  // It runs the former version's program, continues after a kill, and has three capabilities of root.
  [upgrade, 'ExecStart', ['/opt/satrap/watcher/bin/satrap agent upgrade-watch']],
  [upgrade, 'Restart', ['on-failure']],
  [upgrade, 'StartLimitIntervalSec', ['0']],
  [upgrade, 'CapabilityBoundingSet', ['CAP_SETUID CAP_SETGID CAP_DAC_OVERRIDE']],
  // With PathExists, systemd would start a gateway again at once that was stopped or has a wrong option.
  ['satrap-gateway.path', 'PathExists', []],
  ['satrap-gateway.path', 'PathChanged', [gatewayFile('/var/lib/satrap')]],
  ['satrap-gateway.service', 'ConditionPathExists', [gatewayFile('/var/lib/satrap')]],
  ['satrap-gateway.service', 'WantedBy', ['multi-user.target']],
  // An upgrade or a crash of the agent stops no gateway.
  ['satrap-gateway.service', 'PartOf', []],
  ['satrap-gateway.service', 'Restart', ['always']],
  ['satrap-agent-upgrade.path', 'PathExists', [order.path, `${watcherFolder}/journal.json`]],
  [agent, 'KillMode', ['process']],
  [backup, 'ExecStart', ['/opt/satrap/control-plane/bin/satrap control-plane scheduled-backup']],
  // Without it, a backup would start the embedded database, and keep the control plane from starting.
  [backup, 'Requisite', ['satrap-control-plane.service']],
  ['satrap-control-plane-backup.timer', 'OnCalendar', ['daily']],
  [target, 'After', ['docker.service']],
])('in %s, %s is %j', (unit, key, values) => {
  expect(valuesOf(unit, key)).toEqual(values);
});

test('a release has every unit', () => {
  const units = globSync('templates/satrap-*', { cwd: join(import.meta.dirname, '..') });
  expect(units.length).toBeGreaterThan(6);
  expect(units.filter((unit) => !releasedFiles.includes(unit))).toEqual([]);
});

test('the agent wants the engine without waiting for it, so that a shutdown is ordered', () => {
  const [wants, after = ''] = [valuesOf(agent, 'Wants')[0], valuesOf(agent, 'After')[0]];
  expect(wants).toContain('docker.service');
  expect(after.split(' ')).toContain(target);
  expect(after).not.toContain('docker.service');
  // In the same transaction as the agent, the target would have it wait for the engine.
  expect(wants).not.toContain(target);
  expect(valuesOf(agent, 'ExecStartPre')[0]).toMatch(/^\+-systemctl start .*--job-mode=ignore-dependencies /);
  expect(valuesOf(agent, 'ExecStartPre')[0]).toContain(target);
  expect(template(target)).not.toContain('[Install]');
});

test('the compose file sets only variables that Satrap reads', () => {
  const known = [...settingList.map(({ environment }) => environment), 'SATRAP_PUBLIC_URL'];
  const variables = [...template('compose.yaml').matchAll(/^ +(?:# )?(SATRAP_\w+): /gm)].map(([, name = '']) => name);
  expect(variables.length).toBeGreaterThan(3);
  expect(variables.filter((variable) => !known.includes(variable))).toEqual([]);
});

test('the compose recipe keeps keys and tokens out of files and command lines', () => {
  const compose = template('compose.yaml');
  expect(compose).toMatch(/satrap tokens create .* \|\n# +docker compose run --rm -T agent agent join/);
  expect(compose).toMatch(/umask 077; .*init/);
  expect(compose).not.toMatch(/>\S*(token|executor\.key)/);
});
