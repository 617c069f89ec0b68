import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { standInClient } from '../../src/devhost/stand-in-archive.ts';

/** Debian's Python, which finds the library of Debian's package; PATH may contain another one first. */
export const python = '/usr/bin/python3';

/** The oldest Node that the client supports, by Debian's package. */
export const oldestNode = '/usr/bin/node';

/** Returns a folder, until the test has ended, that has the client of the stand-in daemon under the name `bitcoin-cli`. */
export async function folderWithBitcoinCli(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'satrap-cli-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(standInClient, join(folder, 'bitcoin-cli'));
  return folder;
}
