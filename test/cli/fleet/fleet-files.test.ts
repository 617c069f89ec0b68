import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeFleets, placesIn, readFleetFiles } from '../../../src/cli/fleet/fleet-files.ts';
import { sharedFolder } from '../../harness/scratch-folder.ts';

const folder = join(sharedFolder('fleet-files'), 'fleet');

function write(files: Record<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

test('the YAML files of a folder describe one fleet', async () => {
  write({
    'a.yaml': 'nodes:\n  - name: alpha\n    network: signet\n    overrides:\n      dbcache: 100\n',
    'b.yml': 'hosts:\n  host-1:\n    labels: { a: b }\nnodes:\n  - { name: beta, network: signet }\n',
    'notes.txt': 'no YAML',
    '.hidden.yaml': 'no fleet',
  });
  const files = await readFleetFiles([folder]);
  expect(files.map(({ file }) => file)).toEqual([join(folder, 'a.yaml'), join(folder, 'b.yml')]);
  const { nodes, hosts } = mergeFleets(files.map(({ fleet }) => fleet));
  expect([nodes?.map(({ name }) => name), hosts]).toEqual([['alpha', 'beta'], { 'host-1': { labels: { a: 'b' } } }]);
  const placeOf = placesIn(files);
  const alpha = { type: 'node', name: 'alpha' } as const;
  expect(placeOf(alpha, ['overrides', 'dbcache'])).toEqual({ file: join(folder, 'a.yaml'), line: 5 });
  expect(placeOf(alpha, ['nodeType'])).toEqual({ file: join(folder, 'a.yaml'), line: 2 });
  expect(placeOf({ type: 'host', name: 'host-1' }, [])).toEqual({ file: join(folder, 'b.yml'), line: 2 });
  expect(placeOf({ type: 'node', name: 'gamma' }, [])).toBeUndefined();
});

test('what two files describe is refused with both places', async () => {
  write({
    'a.yaml': 'nodes: [{ name: alpha, network: signet }]',
    'b.yml': '\nnodes: [{ name: alpha, network: signet }]',
  });
  await expect(readFleetFiles([folder])).rejects.toThrow(
    `${join(folder, 'b.yml')}:2: node alpha is also described by ${join(folder, 'a.yaml')}:1; remove one of them`,
  );
});

test.each<[what: string, names: string[], message: string]>([
  ['no file', [], 'name a file or a folder with -f'],
  ['a missing file', ['/nowhere'], 'cannot read /nowhere'],
])('%s is refused', async (_what, names, message) => {
  await expect(readFleetFiles(names)).rejects.toThrow(message);
});

test('a folder without YAML is refused', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  await expect(readFleetFiles([empty])).rejects.toThrow(`${empty} has no .yaml or .yml file`);
});
