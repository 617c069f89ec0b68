import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  programPath,
  renderAgentUnit,
  renderUnits,
  staleUnits,
  unitNames,
  unitTemplate,
} from '../../../src/agent/host/units.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const folder = () => scratchFolder('units');

/** A program among versions. */
function release(): string {
  const root = join(folder(), 'versions/1.4.0');
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin/satrap'), '');
  return root;
}

test.each([
  ['in the group of the engine’s socket', 'engine', '\nSupplementaryGroups=engine\n', 0],
  ['in no group where the engine is reached over TCP', null, '\nUser=satrap\n', 1],
])('the unit starts the program of this host, %s, and is else the template', (_what, group, words, fewer) => {
  const unit = renderAgentUnit(unitTemplate(), { program: '/opt/satrap/current/bin/satrap', group });
  expect(unit).toContain('\nExecStart=/opt/satrap/current/bin/satrap agent run\n');
  expect(unit).toContain(words);
  expect(unit.includes('SupplementaryGroups')).toBe(group !== null);
  expect(unit.split('\n')).toHaveLength(unitTemplate().split('\n').length - fewer);
});

test('starts a release through the pointer, and a clone directly', () => {
  const clone = join(folder(), 'versions/1.4.0');
  expect(programPath(clone)).toBe(join(clone, 'scripts/satrap'));
  const root = release();
  expect(programPath(root)).toBe(join(root, '../../current/bin/satrap'));
});

test('only an installed version has the watcher’s units, with its own folder', () => {
  const { agent, shutdown, watcher, order, gateway, gatewayStart } = unitNames;
  const always = [agent, gateway, shutdown, gatewayStart];
  expect([...renderUnits('docker', folder()).keys()]).toEqual(always);
  const root = release();
  const units = renderUnits('docker', root);
  expect([...units.keys()]).toEqual([...always, watcher, order]);
  expect(units.get(watcher)).toContain(`\nExecStart=${join(root, '../../watcher')}/bin/satrap agent upgrade-watch\n`);
});

test.each([null, 'engine'])('units that an older version wrote are found, in the group %s', (group) => {
  const [root, installed] = [release(), folder()];
  expect(staleUnits(installed, root)).toBeNull();
  for (const [name, text] of renderUnits(group, root)) writeFileSync(join(installed, name), text);
  expect(staleUnits(installed, root)).toEqual([]);
  const { agent, shutdown } = unitNames;
  const former =
    renderUnits(group, root)
      .get(agent)
      ?.replace(/^ExecStartPre=.*\n/m, '') ?? '';
  writeFileSync(join(installed, agent), former);
  rmSync(join(installed, shutdown));
  expect(staleUnits(installed, root)).toEqual([agent, shutdown]);
  // A clone on the same host is not the program of these units.
  expect(staleUnits(installed, folder())).toBeNull();
});
