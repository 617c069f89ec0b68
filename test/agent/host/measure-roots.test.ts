import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureRoots } from '../../../src/agent/host/measure-roots.ts';

test('a host with one data root names none', async () => {
  expect(await measureRoots({ dataRoot: '/srv/chain', dataRoots: {} }, '/srv/chain')).toBeNull();
});

test('each data root is named with its disk, and one that is not seen or not mounted without figures', async () => {
  const figures = { totalMiB: expect.any(Number), freeMiB: expect.any(Number) };
  const bare = mkdtempSync(join(tmpdir(), 'satrap-root-'));
  onTestFinished(() => rmSync(bare, { recursive: true }));
  const fstab = join(bare, 'fstab');
  writeFileSync(fstab, `UUID=1 ${bare} ext4 defaults 0 2\n`);
  const dataRoots = { ssd: '/tmp', gone: '/nonexistent', bare };
  const mounts = { fstab, mountinfo: '/proc/self/mountinfo' };
  expect(await measureRoots({ dataRoot: undefined, dataRoots }, '/', mounts)).toEqual([
    { name: 'default', path: null, ...figures },
    { name: 'ssd', path: '/tmp', ...figures },
    { name: 'gone', path: '/nonexistent', totalMiB: null, freeMiB: null },
    { name: 'bare', path: bare, totalMiB: null, freeMiB: null },
  ]);
});
