import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { platformOf } from './elf.ts';
import { withPackage } from './registry.ts';
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
 * Returns a platform's Node: the installed one if it matches, else the one of the npm package `node-PLATFORM`, which is downloaded. Throws
 * an Error for a binary that is not the pinned one.
 */
export function runtimeFor(platform: Platform): Runtime {
  const own = join(root, 'node_modules/node/bin/node');
  const binary =
    platform === `${process.platform}-${process.arch}` && existsSync(own) ? readFileSync(own) : ofRegistry(platform);
  const sha256 = createHash('sha256').update(binary).digest('hex');
  if (sha256 !== pinned.sha256[platform])
    throw new Error(
      `the Node for ${platform} has the hash ${sha256}, but scripts/release/runtimes.json expects the one of ${pinned.version}; after an update of the package node, enter its new hash there`,
    );
  if (platformOf(binary) !== platform)
    throw new Error(`the Node for ${platform} in scripts/release/runtimes.json is for another architecture`);
  return { version: pinned.version, sha256, binary };
}

const ofRegistry = (platform: Platform): Buffer =>
  withPackage({ name: `node-${platform}`, version: pinned.version, integrity: null }, (folder) =>
    readFileSync(join(folder, 'bin/node')),
  );
