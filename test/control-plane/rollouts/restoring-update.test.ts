import { expect, test } from 'vitest';
import { torOff } from '../../../src/bitcoin/tor.ts';
import { changeOf, type NodeSettings } from '../../../src/control-plane/nodes/change-node.ts';
import { restoringUpdate } from '../../../src/control-plane/rollouts/restoring-update.ts';
import type { MemberUpdate } from '../../../src/control-plane/tables/node-rollouts.ts';

const row: NodeSettings = {
  ...{ name: 'node', client: 'bitcoind', clientVersion: '28.1', nodeType: 'full', desiredState: 'running' },
  tor: null,
  ...{ cpuCores: 2, memoryMiB: 2048, diskGiB: 10, revertFailedChange: true, labels: { team: 'a', tier: 'gold' } },
  overrides: [
    ...[{ key: 'dbcache', value: '400' }],
    ...['10.0.0.1', '10.0.0.2'].map((value) => ({ key: 'addnode', value })),
  ],
};

const sorted = (overrides: readonly { key: string }[]) => overrides.toSorted((a, b) => (a.key < b.key ? -1 : 1));

test.each<[string, MemberUpdate, MemberUpdate]>([
  ['a version', { clientVersion: '28.0' }, { clientVersion: '28.1' }],
  ['a Tor', { tor: { mode: 'own', proxy: '172.17.0.1:9050' } }, { tor: torOff }],
  ['a limit', { resources: { cpuCores: 4 } }, { resources: { cpuCores: 2 } }],
  [
    'an option that was set',
    { setOverrides: [{ key: 'dbcache', value: '800' }] },
    { setOverrides: [{ key: 'dbcache', value: '400' }] },
  ],
  [
    'an option that was not set',
    { setOverrides: [{ key: 'blocksonly', value: '1' }] },
    { unsetOverrides: ['blocksonly'] },
  ],
  [
    'labels',
    { setLabels: [{ key: 'new', value: 'b' }], unsetLabels: ['team'] },
    {
      setLabels: [{ key: 'team', value: 'a' }],
      unsetLabels: ['new'],
    },
  ],
])('restoringUpdate › puts back %s alone', (_what, update, restoring) => {
  expect(restoringUpdate(row, update)).toEqual(restoring);
});

test('restoringUpdate › puts back all values of an option together', () => {
  const update: MemberUpdate = { setOverrides: [{ key: 'addnode', value: '10.0.0.3' }] };
  const changed = { ...row, ...changeOf(row, update) };
  const restored = changeOf(changed, restoringUpdate(row, update) ?? {});
  expect(sorted(restored.overrides)).toEqual(sorted(row.overrides));
});

test('restoringUpdate › is null for an update that changes nothing', () => {
  expect(restoringUpdate(row, { clientVersion: '28.1', setLabels: [{ key: 'team', value: 'a' }] })).toBeNull();
});
