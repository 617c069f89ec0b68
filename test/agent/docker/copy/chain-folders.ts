import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyFiles } from '../../../../src/agent/docker/copy/copy-files.ts';
import { seedFolders } from '../../../../src/agent/docker/copy/seed-folders.ts';
import { configWith } from '../../../bitcoin/config.ts';
import { scratchFolder } from '../../../harness/scratch-folder.ts';

const owner = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };

/** Two directories that do not exist yet. */
export function directories(): { from: string; to: string } {
  const root = scratchFolder('copy');
  return { from: join(root, 'from'), to: join(root, 'to') };
}

export function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** A chain as a daemon leaves it. */
export const chain = {
  'regtest/blocks/blk00000.dat': 'first blocks',
  'regtest/blocks/rev00000.dat': 'undo',
  'regtest/blocks/xor.dat': '12345678',
  'regtest/blocks/index/000005.ldb': 'index',
  'regtest/chainstate/000003.log': 'outputs',
};

export const copy = (
  roots: { from: string; to: string },
  signal = new AbortController().signal,
  afterEach: () => void = () => undefined,
) => {
  const seen: number[] = [];
  const folders = seedFolders(configWith([]));
  const onProgress = ({ done }: { done: number }) => {
    seen.push(done);
    afterEach();
  };
  return copyFiles({ ...roots, folders, owner, onProgress, signal }).then((result) => ({ ...result, seen }));
};

export const filesIn = (root: string): string[] =>
  !existsSync(root)
    ? []
    : readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        .toSorted();
