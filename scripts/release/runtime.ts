import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platformOf } from './elf.ts';
import pinned from './runtimes.json' with { type: 'json' };

const root = join(import.meta.dirname, '../..');

export type Platform = keyof (typeof pinned)['sha256'];

export const platforms = Object.keys(pinned.sha256) as Platform[];

export interface Runtime {
  version: string;
  sha256: string;
  binary: Buffer;
}

/**
 * Returns the Node of a platform: that of the dependencies where it fits, else the one of the npm package `node-PLATFORM`, which is
 * downloaded. Throws an Error for a binary that is not the pinned one.
 */
export function runtimeFor(platform: Platform): Runtime {
  const own = join(root, 'node_modules/node/bin/node');
  const binary =
    platform === `${process.platform}-${process.arch}` && existsSync(own) ? readFileSync(own) : download(platform);
  const sha256 = createHash('sha256').update(binary).digest('hex');
  if (sha256 !== pinned.sha256[platform])
    throw new Error(
      `the Node for ${platform} has the hash ${sha256}, but scripts/release/runtimes.json expects that of ${pinned.version}; after an update of the package node, look up the new one and write it there`,
    );
  if (platformOf(binary) !== platform)
    throw new Error(`the Node for ${platform} in scripts/release/runtimes.json is a program for another machine`);
  return { version: pinned.version, sha256, binary };
}

function download(platform: Platform): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-runtime-'));
  try {
    const name = `node-${platform}@${pinned.version}`;
    const file = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8', timeout: 300_000 });
    const member = 'package/bin/node';
    execFileSync('tar', ['-xzf', join(folder, file.trim().split('\n').at(-1) ?? ''), '-C', folder, member]);
    return readFileSync(join(folder, member));
  } catch (error) {
    throw new Error(`the Node for ${platform} could not be fetched from the npm registry: ${String(error)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
