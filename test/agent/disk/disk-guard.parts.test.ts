import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DiskGuard, type GuardedNode } from '../../../src/agent/disk/disk-guard.ts';
import { watchedLoops } from '../../../src/agent/loops/watched-loops.ts';
import { systemClock } from '../../../src/timing/clock.ts';
import { listeningLog } from '../../harness/listening-log.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { smallDisk } from '../../harness/small-disk.ts';

/** Watches nodes whose volumes are in `root`, on a disk with space for each of them. */
function guard(root: string, ids: readonly string[]) {
  const nodes = ids.map(
    (id): GuardedNode => ({
      ...{ id, directory: null, volume: join(root, id), isUp: true, suspension: null, wantsToRun: true },
    }),
  );
  const watching = new DiskGuard({
    settings: { diskStopBelowMiB: 16, diskStartAboveMiB: 24 },
    dataPath: async () => root,
    nodes: () => nodes,
    wake: () => {},
    readings: { of: () => [], keep: () => {}, keepOnly: () => {} },
    pulse: watchedLoops(systemClock).watch('disk guard'),
    clock: systemClock,
    log: listeningLog().log,
  });
  const suspended = async () => {
    await watching.look();
    return ids.filter((id) => (watching.suspensionOf(id) ?? null) !== null);
  };
  return { watching, suspended };
}

/** Mounts a disk at a folder, as an operator does for one node. */
function mountAt(disk: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['--bind', disk, folder]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
}

test('DiskGuard › stops a node whose volume is a link to a full disk, and no other', async () => {
  const [root, full] = [scratchFolder('volumes'), smallDisk(48)];
  mkdirSync(join(root, 'other'));
  symlinkSync(full.path, join(root, 'linked'));
  const { watching, suspended } = guard(root, ['other', 'linked']);
  expect(await suspended()).toEqual([]);
  full.fill(10);
  expect(await suspended()).toEqual(['linked']);
  expect(watching.suspensionOf('linked')?.reason).toContain(join(root, 'linked'));
  expect(await watching.hasSpace('linked')).toBe(false);
  expect(await watching.hasSpace('other')).toBe(true);
});

test('DiskGuard › stops a node until the full disk mounted for its blocks has space', async () => {
  const [root, blocks] = [scratchFolder('volumes'), smallDisk(48)];
  mkdirSync(join(root, 'other'));
  mountAt(blocks.path, join(root, 'split/node/blocks'));
  blocks.fill(10);
  const { watching, suspended } = guard(root, ['other', 'split']);
  // The other disk of its data has space all the time.
  expect(await suspended()).toEqual(['split']);
  const suspension = watching.suspensionOf('split');
  for (let look = 0; look < 3; look++) expect(await suspended()).toEqual(['split']);
  // It was not started in between.
  expect(watching.suspensionOf('split')).toBe(suspension);
  expect(watching.disks.map(({ path }) => path)).toEqual([root, join(root, 'split/node/blocks')]);
  blocks.empty();
  expect(await suspended()).toEqual([]);
});

test('DiskGuard › stops only the nodes on a full disk of the engine', async () => {
  const [full, own] = [smallDisk(48), smallDisk(48)];
  mkdirSync(join(full.path, 'here'));
  mountAt(own.path, join(full.path, 'elsewhere'));
  full.fill(10);
  const { suspended } = guard(full.path, ['here', 'elsewhere']);
  expect(await suspended()).toEqual(['here']);
});
