import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { settingList } from '../src/agent/settings/options.ts';
import { upgradeFiles } from '../src/upgrade/upgrade-files.ts';
import { watcherFolder } from '../src/upgrade-watcher/watcher-files.ts';

const template = (name: string) => readFileSync(join(import.meta.dirname, '../templates', name), 'utf8');

/** The values of a key in a systemd unit. */
const valuesOf = (unit: string, key: string): string[] =>
  [...template(unit).matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value);

const agent = 'satrap-agent.service';

test.each([
  [agent, '/usr/local/bin/satrap agent run'],
  ['satrap-control-plane.service', '/opt/satrap/control-plane/bin/satrap control-plane serve'],
])(
  '%s has neither flags, which outweigh what an operator configures, nor root, capabilities and a start after a wrong configuration',
  (unit, command) => {
    expect(valuesOf(unit, 'ExecStart')).toEqual([command]);
    expect(valuesOf(unit, 'RestartPreventExitStatus')).toEqual(['2']);
    expect(valuesOf(unit, 'User')[0]).toMatch(/^satrap/);
    expect(valuesOf(unit, 'CapabilityBoundingSet')).toEqual(['']);
    expect(valuesOf(unit, 'ProtectSystem')).toEqual(['strict']);
  },
);

test('the watcher of upgrades runs the former version’s program, goes on after a kill, and has three capabilities of root', () => {
  const unit = 'satrap-agent-upgrade.service';
  expect(valuesOf(unit, 'ExecStart')).toEqual(['/opt/satrap/watcher/bin/satrap agent upgrade-watch']);
  expect(valuesOf(unit, 'Restart')).toEqual(['on-failure']);
  expect(valuesOf(unit, 'StartLimitIntervalSec')).toEqual(['0']);
  expect(valuesOf(unit, 'CapabilityBoundingSet')).toEqual(['CAP_SETUID CAP_SETGID CAP_DAC_OVERRIDE']);
  const { order } = upgradeFiles('/var/lib/satrap');
  expect(valuesOf('satrap-agent-upgrade.path', 'PathExists')).toEqual([order.path, `${watcherFolder}/journal.json`]);
});

test('the unit of the agent asks for the engine, does not wait for it, and ends only the agent', () => {
  expect(valuesOf(agent, 'Wants')[0]).toContain('docker.service');
  expect(valuesOf(agent, 'After')[0]?.split(' ')).not.toContain('docker.service');
  expect(valuesOf(agent, 'KillMode')).toEqual(['process']);
});

test('the agent is ordered after a target, and that after the engine, so that a shutdown ends them in the other order', () => {
  const target = 'satrap-agent-shutdown.target';
  expect(valuesOf(agent, 'After')[0]?.split(' ')).toContain(target);
  expect(valuesOf(target, 'After')).toEqual(['docker.service']);
  // In the same transaction as the agent, the target would have it wait for the engine.
  expect(valuesOf(agent, 'Wants')[0]).not.toContain(target);
  expect(valuesOf(agent, 'ExecStartPre')[0]).toMatch(
    new RegExp(`^\\+-systemctl start .*--job-mode=ignore-dependencies ${target}$`),
  );
  expect(template(target)).not.toContain('[Install]');
});

test('the compose file sets only variables that Satrap reads', () => {
  const known = [...settingList.map(({ environment }) => environment), 'SATRAP_PUBLIC_URL'];
  const variables = [...template('compose.yaml').matchAll(/^ +(?:# )?(SATRAP_\w+): /gm)].map(([, name = '']) => name);
  expect(variables.length).toBeGreaterThan(3);
  expect(variables.filter((variable) => !known.includes(variable))).toEqual([]);
});

test('the recipe of the compose file keeps keys and tokens out of files and of a terminal’s lines', () => {
  const compose = template('compose.yaml');
  expect(compose).toMatch(/satrap hosts token .* \|\n# +docker compose run --rm -T agent agent join/);
  expect(compose).toMatch(/umask 077; .*init/);
  expect(compose).not.toMatch(/>\S*(token|executor\.key)/);
});
