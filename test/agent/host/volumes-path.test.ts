import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { volumesPath } from '../../../src/agent/host/volumes-path.ts';

const newRoot = () => mkdtempSync(join(tmpdir(), 'satrap-engine-'));

test('volumes on the disk of the engine’s data are measured there', async () => {
  const root = newRoot();
  mkdirSync(join(root, 'volumes'));
  expect(await volumesPath(root)).toBe(root);
});

test('volumes linked to another disk are measured there', async () => {
  const root = newRoot();
  // Another file system on every host.
  symlinkSync('/proc', join(root, 'volumes'));
  expect(await volumesPath(root)).toBe(join(root, 'volumes'));
});

test('volumes that the agent cannot see are found among the mounts', async () => {
  const root = newRoot();
  const mountinfo = join(root, 'mountinfo');
  const line = (point: string) => `36 35 98:0 / ${point} rw,noatime master:1 - ext4 /dev/sdb1 rw\n`;
  writeFileSync(mountinfo, line('/') + line(join(root, 'volumes')));
  expect(await volumesPath(root, undefined, mountinfo)).toBe(join(root, 'volumes'));
  writeFileSync(mountinfo, line('/') + line(`${root}/volumes-old`));
  expect(await volumesPath(root, undefined, mountinfo)).toBe(root);
});

test('volumes that an engine keeps elsewhere are measured there', async () => {
  expect(await volumesPath(newRoot(), '/srv/volumes')).toBe('/srv/volumes');
});
