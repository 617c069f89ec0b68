import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { installPackages } from '../../src/devhost/debian-packages.ts';
import { standInClient } from '../../src/devhost/stand-in-archive.ts';

/** Debian's Python, which finds the library of Debian's package; another one may come first in PATH. */
export const python = '/usr/bin/python3';
const pythonLibrary = '/usr/lib/python3/dist-packages/bitcoin/rpc.py';

/** Installs the library of Python that the console's example names, unless it is there. */
export async function installPythonLibrary(): Promise<void> {
  if (existsSync(python) && existsSync(pythonLibrary)) return;
  await installPackages(['python3-bitcoinlib'], 'python-bitcoinlib, which an example of the console uses', {
    say: () => undefined,
    signal: AbortSignal.timeout(80_000),
  });
}

/** Returns a folder, until the test has ended, that has the client of the stand-in daemon under the name `bitcoin-cli`. */
export async function folderWithBitcoinCli(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'satrap-cli-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(standInClient, join(folder, 'bitcoin-cli'));
  return folder;
}
