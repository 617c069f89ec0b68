import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { programPath, renderUnit, socketGroup, unitTemplate } from '../../src/cli/agent/install/layout.ts';
import { remainsLines } from '../../src/cli/agent/install/remains.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'satrap-layout-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

test('the unit starts the program of this host, in the group of the engine’s socket, and is else the template', () => {
  const unit = renderUnit(unitTemplate(), { program: '/opt/satrap/current/bin/satrap', group: 'engine' });
  expect(unit).toContain('\nExecStart=/opt/satrap/current/bin/satrap agent run\n');
  expect(unit).toContain('\nSupplementaryGroups=engine\n');
  expect(unit).toContain('\nType=notify\n');
  expect(unit.split('\n')).toHaveLength(unitTemplate().split('\n').length);
});

test('a release is started through the pointer, so that an upgrade changes the pointer alone; a clone as it is', () => {
  const root = join(folder(), 'versions/1.4.0');
  expect(programPath(root)).toBe(join(root, 'scripts/satrap'));
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'bin/satrap'), '');
  expect(programPath(root)).toBe(join(root, '../../current/bin/satrap'));
});

test('an engine that is not there is refused with what to do', () => {
  expect(() => socketGroup('/nonexistent/docker.sock')).toThrow(/apt-get install docker\.io/);
});

test.each([
  ['nothing', { containers: [], volumes: [], error: null }, /No nodes and no chain data are left/],
  ['an engine that does not answer', { containers: [], volumes: [], error: 'no' }, /not known: no/],
  [
    'a node',
    { containers: [{ name: 'satrap-1', node: 'alpha', state: 'running' }], volumes: ['satrap-1'], error: null },
    /container satrap-1 \(node alpha\), running[\s\S]*volume satrap-1, with chain data[\s\S]*docker stop --time 600/,
  ],
])('what an uninstalled agent leaves is named: %s', (_what, remains, expected) => {
  expect(remainsLines(remains).join('\n')).toMatch(expected);
});
