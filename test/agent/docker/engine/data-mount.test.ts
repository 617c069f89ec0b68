import { expect, test } from 'vitest';
import { isDataOf, mountedRoot, type SeenMount } from '../../../../src/agent/docker/engine/data-mount.ts';
import { labels } from '../../../../src/agent/docker/engine/labels.ts';

const volume = (Name: string, Destination = '/satrap'): SeenMount => ({ Type: 'volume', Name, Destination });
const directory = (Source: string, Destination = '/satrap'): SeenMount => ({ Type: 'bind', Source, Destination });
const ofSsd = { [labels.dataRoot]: 'ssd' };

test.each<[string, SeenMount, Record<string, string>, string | undefined]>([
  ['the volume of the default root', volume('satrap-n1'), {}, 'default'],
  ['the volume of another root', volume('satrap-n1.ssd'), {}, 'ssd'],
  ['a volume whose root a label contradicts', volume('satrap-n1'), ofSsd, 'default'],
  ['the volume of another node', volume('satrap-n12'), {}, undefined],
  ['a volume at another place', volume('satrap-n1', '/data'), {}, undefined],
  ['the directory of a root', directory('/srv/ssd/n1'), ofSsd, 'ssd'],
  ['a directory without a root', directory('/srv/ssd/n1'), {}, undefined],
  ['the label of an image', directory('/srv/ssd/n1'), { [labels.dataRoot]: '' }, undefined],
  ['the directory of another node', directory('/srv/ssd/n12'), ofSsd, undefined],
  ['a directory at another place', directory('/srv/ssd/n1', '/data'), ofSsd, undefined],
])('mountedRoot › of %s', (_what, mount, containerLabels, root) => {
  expect(mountedRoot('n1', [mount], containerLabels)).toBe(root);
});

test('isDataOf › recognizes the data at any place, also in a foreign container', () => {
  expect(
    [volume('satrap-n1', '/data'), directory('/srv/ssd/n1', '/data')].map((mount) => isDataOf('n1', mount)),
  ).toEqual([true, true]);
  expect([volume('other', '/data'), directory('/srv/ssd', '/data')].map((mount) => isDataOf('n1', mount))).toEqual([
    false,
    false,
  ]);
});
