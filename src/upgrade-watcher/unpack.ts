import { createReadStream, createWriteStream, existsSync, fstatSync, readFileSync } from 'node:fs';
import { rename, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asUser, type FileOwner } from '../storage/as-user.ts';
import { openPlainFile } from '../storage/plain-file.ts';
import { syncFolder } from '../storage/private-file.ts';
import { unpackArchive } from '../upgrade/unpack-archive.ts';
import { ArchiveRefused, releaseKeys, unpackedFactor, verifyArchive } from '../upgrade/verify-archive.ts';
import type { OrderedArchive } from './journal.ts';
import type { ProgramFolder } from './program-folder.ts';

/** Many times the size of a release. */
const maxArchiveBytes = 1024 ** 3;

export interface UnpackOptions {
  folder: ProgramFolder;
  user: FileOwner;
  /** The version whose keys are trusted: the running one. */
  from: string;
  to: string;
  archive: OrderedArchive;
  signal: AbortSignal;
}

/** Verifies root's own copy of an archive, and unpacks it. Throws ArchiveRefused and SignatureError. */
export async function unpackVersion({ folder, user, from, to, archive, signal }: UnpackOptions): Promise<void> {
  const { path, ...wanted } = archive;
  const target = folder.versionFolder(to);
  const copy = join(folder.path, 'versions', `.${to}.tar.gz`);
  const part = join(folder.path, 'versions', `.${to}.part`);
  const note = `${archive.sha256}  -\n`;
  // As written by install.sh: already unpacked, by it or by a killed watcher.
  if (existsSync(join(target, '.sha256')) && readFileSync(join(target, '.sha256'), 'utf8') === note) return;
  await rm(part, { recursive: true, force: true });
  await requireSpace(join(folder.path, 'versions'), archive.sizeBytes);
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

/** Otherwise the writer of the order could fill the disk of the programs, and with it that of the nodes. */
async function requireSpace(versions: string, sizeBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(versions);
  const needs = sizeBytes * (1 + unpackedFactor);
  if (sizeBytes <= maxArchiveBytes && bavail * bsize >= needs) return;
  throw new ArchiveRefused(
    `the archive of ${sizeBytes} bytes is too large for the disk of ${versions}, which has ${bavail * bsize} bytes free; free disk space, then request the upgrade again`,
  );
}

/** Opened as its owner, and not through a link, so that root reads nothing else for the agent's user. */
async function copyOffered(path: string, copy: string, sizeBytes: number, user: FileOwner, signal: AbortSignal) {
  const fd = asUser(user, () => openPlainFile(path));
  const source = createReadStream(path, { fd, end: sizeBytes - 1 });
  const { size } = fstatSync(fd);
  if (size !== sizeBytes) {
    source.destroy();
    throw new ArchiveRefused(`the archive has ${size} bytes, but the order lists ${sizeBytes}`);
  }
  await pipeline(source, createWriteStream(copy, { mode: 0o600 }), { signal });
}
