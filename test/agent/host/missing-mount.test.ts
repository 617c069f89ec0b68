import { expect, test } from 'vitest';
import { findMissingMount, missingMount } from '../../../src/agent/host/missing-mount.ts';

const fstab = `# <file system> <mount point> <type>
UUID=1 / ext4 defaults 0 1
UUID=2 none swap sw 0 0
UUID=3	/mnt/ssd	xfs	noauto	0 2
UUID=4 /mnt/cold/ btrfs defaults 0 2
UUID=5 /mnt/big\\040disk ext4 defaults 0 2
`;
const mounted = (...points: string[]) =>
  ['/', '/proc', ...points]
    .map(
      (point, index) => `${20 + index} 1 8:1 / ${point.replace(' ', '\\040')} rw,relatime shared:1 - ext4 /dev/sda1 rw`,
    )
    .join('\n');

test.each<[directory: string, points: string[], missing: string | null]>([
  ['/mnt/ssd', [], '/mnt/ssd'],
  ['/mnt/ssd', ['/mnt/ssd'], null],
  ['/mnt/ssd/bitcoin', [], '/mnt/ssd'],
  ['/mnt/ssd/bitcoin', ['/mnt/ssd'], null],
  ['/mnt/ssd/bitcoin', ['/mnt/ssd/bitcoin'], '/mnt/ssd'],
  ['/mnt/ssd2', [], null],
  ['/mnt/cold', [], '/mnt/cold'],
  ['/mnt/cold', ['/mnt/cold'], null],
  ['/mnt/big disk/x', [], '/mnt/big disk'],
  ['/mnt/big disk/x', ['/mnt/big disk'], null],
  ['/srv/bitcoin', [], null],
  ['/', [], null],
])('%s with %j mounted: %s is missing', (directory, points, missing) => {
  expect(missingMount(directory, fstab, mounted(...points))).toBe(missing);
});

test('a host without these tables misses nothing, and neither does a directory that is not there', async () => {
  const none = { fstab: '/nonexistent/fstab', mountinfo: '/nonexistent/mountinfo' };
  expect(await findMissingMount('/nonexistent', none)).toBeNull();
});
