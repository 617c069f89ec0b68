import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

/** Supported architectures by ELF machine number (e_machine). */
const machines: Readonly<Record<number, string>> = { 62: 'linux-x64', 183: 'linux-arm64' };

/** Returns the platform of a 64-bit ELF program; undefined for other files or architectures. */
export function platformOf(binary: Buffer): string | undefined {
  const isElf = binary.length >= 20 && binary.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'));
  const [has64Bits, isLittleEndian] = [binary[4] === 2, binary[5] === 1];
  return isElf && has64Bits && isLittleEndian ? machines[binary.readUInt16LE(18)] : undefined;
}
