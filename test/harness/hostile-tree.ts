import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Random } from './random.ts';

/** Where a daemon keeps its data, from the network's folder to a file: each can be replaced. */
export const levels = [
  'regtest',
  'regtest/blocks',
  'regtest/blocks/index',
  'regtest/chainstate',
  'regtest/wallets',
  'regtest/wallets/savings',
  'regtest/wallets/savings/wallet.dat',
  'regtest/blocks/blk00000.dat',
  'regtest/chainstate/CURRENT',
];

const files = [
  'bitcoin.conf',
  'regtest/blocks/blk00000.dat',
  'regtest/blocks/blk00001.dat',
  'regtest/blocks/index/000005.ldb',
  'regtest/chainstate/CURRENT',
  'regtest/wallets/savings/wallet.dat',
];

interface Places {
  /** The data directory; it must not exist. */
  data: string;
  /** What links lead to. */
  canary: string;
  /** A file of another user on the same file system. */
  foreign: string;
  /** A socket on the same file system. */
  socket: string;
}

/** Makes a data directory as a hostile daemon may leave it: a chain, with some of its entries replaced or added. */
export function makeHostileTree(random: Random, { data, canary, foreign, socket }: Places): void {
  const user = 12_345;
  for (const file of files) {
    mkdirSync(dirname(join(data, file)), { recursive: true });
    writeFileSync(join(data, file), file);
  }
  for (const name of ['', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    chownSync(join(data, name), user, user);
  const special = (path: string, ...type: string[]) => void execFileSync('mknod', [path, ...type]);
  const target = (): string =>
    random.pick([canary, join(canary, 'regtest'), join(canary, 'blk00000.dat'), '..', 'nowhere', '../../../canary']);
  const kinds: readonly ((path: string) => void)[] = [
    (path) => symlinkSync(target(), path),
    (path) => symlinkSync(target(), path),
    // A loop.
    (path) => symlinkSync(path, path),
    (path) => linkSync(foreign, path),
    (path) => linkSync(socket, path),
    (path) => special(path, 'p'),
    (path) => special(path, 'c', '1', '5'),
    (path) => writeFileSync(path, 'own'),
    (path) => {
      writeFileSync(path, 'own');
      truncateSync(path, 1e12);
    },
    (path) => {
      writeFileSync(path, 'own');
      chownSync(path, user, user);
      chmodSync(path, 0o6755);
      utimesSync(path, -(2 ** 31), random.pick([-1e9, 2 ** 33]));
    },
    (path) => mkdirSync(join(path, ...Array.from({ length: 1 + random.below(150) }, () => 'd')), { recursive: true }),
    (path) => {
      mkdirSync(join(path, 'inner'), { recursive: true });
      chmodSync(path, random.pick([0, 0o4000, 0o1777]));
    },
    (path) => {
      mkdirSync(path);
      for (let count = random.below(60); count >= 0; count--) writeFileSync(join(path, `file ${count}`), '');
    },
  ];
  const names = [
    'wallet.dat',
    'blk00002.dat',
    '.removed-1-1',
    'a\u001b[2J\n',
    Buffer.from([0xff, 0xfe]),
    'n'.repeat(255),
  ];
  for (let count = 1 + random.below(6); count > 0; count--) {
    const path = join(data, random.pick(levels));
    // A change before this one may have replaced a level above.
    if (!isOwn(data, dirname(path))) continue;
    if (random.below(2) === 0) {
      rmSync(path, { recursive: true, force: true });
      random.pick(kinds)(path);
    } else if (isFolder(path)) {
      const name = random.pick(names);
      const added = Buffer.concat([Buffer.from(`${path}/`), Buffer.from(name)]);
      if (lstatSync(added, { throwIfNoEntry: false }) !== undefined) continue;
      if (typeof name === 'string') random.pick(kinds)(join(path, name));
      else writeFileSync(added, '');
    }
  }
}

/** Returns whether no link leads out of the data on the way to a folder in it. */
function isOwn(data: string, folder: string): boolean {
  for (let path = folder; path.length > data.length; path = dirname(path)) if (!isFolder(path)) return false;
  return true;
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    // It, or a folder above, is no longer there.
    return false;
  }
}
