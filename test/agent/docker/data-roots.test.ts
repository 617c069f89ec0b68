import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataRootPath, isUnopenedCopy, type RootFacts, rootInUse } from '../../../src/agent/docker/data-roots.ts';
import { dataRootOf, volumeName } from '../../../src/agent/docker/engine/labels.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

const volume = (dataRoot: string) => ({ dataRoot, directory: null, path: `/srv/${dataRoot}` });
const both = [volume('default'), volume('ssd')];

test.each<[what: string, Partial<RootFacts>, dataRoot: string, rivals?: string[]]>([
  ['nothing is there', {}, 'default'],
  ['nothing is there and a root was asked for', { asked: 'ssd' }, 'ssd'],
  ['there is one volume', { volumes: [volume('ssd')], asked: 'hdd' }, 'ssd'],
  ['the agent recorded it', { volumes: both, recorded: 'ssd', mounted: 'default' }, 'ssd'],
  ['the recorded volume is gone', { volumes: [volume('default')], recorded: 'ssd' }, 'ssd'],
  ['a container mounts one of two', { volumes: both, mounted: 'ssd' }, 'ssd'],
  ['one of two was never opened', { volumes: both, isUnopened: ({ dataRoot }) => dataRoot === 'default' }, 'ssd'],
  ['both of two were opened', { volumes: both }, 'default', ['default', 'ssd']],
  ['none of two was opened', { volumes: both, isUnopened: () => true }, 'default', ['default', 'ssd']],
])('the data root when %s', (_what, facts, dataRoot, rivals = []) => {
  const nothing = { recorded: undefined, mounted: undefined, asked: null, volumes: [], isUnopened: () => false };
  expect(rootInUse({ ...nothing, ...facts })).toEqual({ dataRoot, rivals });
});

test('a copy is unopened that is marked as that, or that has no marker yet', () => {
  const path = scratchFolder('copy');
  const copy = { ...volume('ssd'), path };
  const mark = (marker: object) => writeFileSync(join(path, 'satrap-data.json'), JSON.stringify(marker));
  expect(isUnopenedCopy(copy)).toBe(true);
  mark({ begunWith: '28.1', newest: '28.1', unopened: true });
  expect(isUnopenedCopy(copy)).toBe(true);
  mark({ begunWith: '28.1', newest: '28.1' });
  expect(isUnopenedCopy(copy)).toBe(false);
});

test('a volume is named after its data root, and no other volume is taken for one', () => {
  expect(volumeName('n-1', 'default')).toBe('satrap-n-1');
  expect(volumeName('n-1', 'ssd')).toBe('satrap-n-1.ssd');
  for (const dataRoot of ['default', 'ssd']) expect(dataRootOf('n-1', volumeName('n-1', dataRoot))).toBe(dataRoot);
  for (const name of ['satrap-n', 'satrap-n-12', 'satrap-n-1.', 'satrap-n-1.S/D', 'other', undefined])
    expect(dataRootOf('n-1', name)).toBeUndefined();
});

test('a data root has the directory that the operator names, and none that he does not', () => {
  const roots = { dataRoot: '/srv/chain', dataRoots: { ssd: '/mnt/ssd' } };
  expect(dataRootPath(roots, 'default')).toBe('/srv/chain');
  expect(dataRootPath({ ...roots, dataRoot: undefined }, 'default')).toBeUndefined();
  expect(dataRootPath(roots, 'ssd')).toBe('/mnt/ssd');
  expect(dataRootPath(roots, 'constructor')).toBeNull();
});
