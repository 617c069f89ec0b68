import { constants, createReadStream, createWriteStream, existsSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../storage/sync-folder.ts';
import { releaseKeys } from '../upgrade/release-keys.ts';
import { unpackArchive } from '../upgrade/unpack-archive.ts';
import { ArchiveRefused, verifyArchive } from '../upgrade/verify-archive.ts';
import { type AgentUser, asUser } from './as-user.ts';
import type { OrderedArchive } from './journal.ts';
import type { ProgramFolder } from './program-folder.ts';

export interface UnpackOptions {
  folder: ProgramFolder;
  /** Who offers the archive. */
  user: AgentUser;
  /** The version whose keys are trusted: the one that runs. */
  from: string;
  to: string;
  archive: OrderedArchive;
  signal: AbortSignal;
}

/**
 * Checks an archive that the agent's user offers, and puts it beside the running version. Only root's own copy is checked and unpacked, so
 * that nobody can change it in between. Throws ArchiveRefused, SignatureError, and what reading and writing throw.
 */
export async function unpackVersion({ folder, user, from, to, archive, signal }: UnpackOptions): Promise<void> {
  const { path, ...wanted } = archive;
  const target = folder.versionFolder(to);
  const copy = join(folder.path, 'versions', `.${to}.tar.gz`);
  const part = join(folder.path, 'versions', `.${to}.part`);
  const note = `${archive.sha256}  -\n`;
  // As install.sh notes it: unpacked before, by it or by a watcher that was killed after it.
  if (existsSync(join(target, '.sha256')) && readFileSync(join(target, '.sha256'), 'utf8') === note) return;
  await rm(part, { recursive: true, force: true });
  try {
    await copyOffered(path, copy, archive.sizeBytes, user, signal);
    await verifyArchive(copy, { ...wanted, version: to }, { keys: releaseKeys(folder.versionFolder(from)), signal });
    await unpackArchive(copy, part, { signal });
    await writeFile(join(part, '.sha256'), note, { flush: true });
    await rm(target, { recursive: true, force: true });
    await rename(part, target);
    syncFolder(join(folder.path, 'versions'));
  } finally {
    await rm(part, { recursive: true, force: true });
    await rm(copy, { force: true });
  }
}

/** Opened as its owner, and through no link, so that root reads nothing else for the agent's user. */
async function copyOffered(
  path: string,
  copy: string,
  sizeBytes: number,
  user: AgentUser,
  signal: AbortSignal,
): Promise<void> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const fd = asUser(user, () => openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  const source = createReadStream(path, { fd, end: sizeBytes - 1 });
  const stats = fstatSync(fd);
  if (!stats.isFile() || stats.size !== sizeBytes) {
    source.destroy();
    throw new ArchiveRefused(`the archive has ${stats.size} bytes and not the ${sizeBytes} that were ordered`);
  }
  await pipeline(source, createWriteStream(copy, { mode: 0o600 }), { signal });
}
