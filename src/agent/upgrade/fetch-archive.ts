import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type PublicKey, SignatureError } from '../../release/minisign.ts';
import { syncFolder } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';
import { ArchiveRefused, unpackedFactor, verifyArchive, type WantedArchive } from '../../upgrade/verify-archive.ts';
import { ConnectionFailed, type HttpConnections } from '../control-plane/http-connections.ts';
import { DownloadInterrupted, download, removePart } from './download.ts';
import { becameFull, isNoRoom, UpgradeFailed } from './upgrade-error.ts';

export interface FetchOptions {
  url: string;
  wanted: WantedArchive;
  files: UpgradeFiles;
  dataDir: string;
  versions: string;
  keys: readonly PublicKey[];
  connections: Pick<HttpConnections, 'send'>;
  clock: Clock;
  signal: AbortSignal;
  onProgress(part: number): void;
  /** Called with the reason of each retry. */
  onTrouble(reason: string): void;
}

const retryPolicy = { firstMs: 1000, maxMs: 60_000 };

/** Downloads and verifies an archive, retrying. Returns its path. Throws UpgradeFailed, and leaves nothing then. */
export async function fetchArchive(options: FetchOptions): Promise<string> {
  const { files, wanted, signal } = options;
  const name = `${wanted.version}.tar.gz`;
  const archive = join(files.fetched, name);
  const part = `${archive}.part`;
  try {
    await mkdir(files.fetched, { recursive: true, mode: 0o700 });
    // Leftovers of an earlier request.
    for (const other of await readdir(files.fetched))
      if (!other.startsWith(name)) await rm(join(files.fetched, other), { recursive: true, force: true });
    if (existsSync(archive) && (await faultOf(archive, options)) === null) return archive;
    await rm(archive, { force: true });
    await requireSpace(part, options);
    await fetchPart(part, options);
    await rename(part, archive);
    await removePart(part);
    syncFolder(files.fetched);
    return archive;
  } catch (error) {
    if (signal.aborted) throw error;
    const final = toFinal(error, options.dataDir);
    if (final !== null) await rm(files.fetched, { recursive: true, force: true });
    throw final ?? error;
  }
}

const mebibyte = 1024 * 1024;
/** Growth of the agent's store meanwhile. */
const spareBytes = 32 * mebibyte;

/** Throws UpgradeFailed if a disk has too little space. If both folders are on one disk, it needs the sum. */
async function requireSpace(part: string, { wanted, dataDir, versions }: FetchOptions): Promise<void> {
  const unpacked = wanted.sizeBytes * unpackedFactor;
  // A copy of the store for the rehearsal, and one for the switch; the previous one is kept.
  const stores = 2 * sizeOf(join(dataDir, 'agent.db'));
  const ofDataDir = wanted.sizeBytes - sizeOf(part) + unpacked + stores + spareBytes;
  const ofVersions = unpacked + spareBytes;
  const isOneDisk = statSync(dataDir).dev === statSync(versions).dev;
  await requireFree(dataDir, isOneDisk ? ofDataDir + ofVersions : ofDataDir);
  if (!isOneDisk) await requireFree(versions, ofVersions);
}

async function requireFree(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < bytes)
    throw new UpgradeFailed(
      `the disk of ${folder} has ${Math.floor(free / mebibyte)} MiB free, but the upgrade needs ${Math.ceil(bytes / mebibyte)} MiB; free disk space, then request the upgrade again`,
    );
}

async function fetchPart(part: string, options: FetchOptions): Promise<void> {
  const { url, wanted, connections, clock, signal, onProgress, onTrouble } = options;
  const { sizeBytes } = wanted;
  const backoff = new Backoff(retryPolicy);
  for (;;) {
    try {
      const showBytes = (bytes: number) => onProgress(Math.floor((bytes / sizeBytes) * 100) / 100);
      const isResumed = await download({ url, part, sizeBytes, signal, onProgress: showBytes }, connections);
      const fault = await faultOf(part, options);
      if (fault === null) return;
      await removePart(part);
      // The existing part may have been of another file.
      if (!isResumed) throw fault;
      onTrouble(`${fault.message}; restarting the download`);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof DownloadInterrupted || error instanceof ConnectionFailed)) throw error;
      onTrouble(`${error.message}; retrying`);
      await clock.sleep(backoff.next(), signal);
      signal.throwIfAborted();
    }
  }
}

/** Returns why an archive does not match; null if it does. */
async function faultOf(file: string, { wanted, keys, signal }: FetchOptions): Promise<Error | null> {
  try {
    await verifyArchive(file, wanted, { keys, signal });
    return null;
  } catch (error) {
    if (error instanceof ArchiveRefused || error instanceof SignatureError) return error;
    throw error;
  }
}

/** Returns a permanent failure; null for an error that is not specific to the upgrade. */
function toFinal(error: unknown, dataDir: string): UpgradeFailed | null {
  if (error instanceof UpgradeFailed) return error;
  if (isNoRoom(error)) return becameFull(dataDir, 'downloading the archive');
  if (error instanceof ArchiveRefused || error instanceof SignatureError)
    return new UpgradeFailed(`archive rejected: ${errorMessage(error)}; contact the publisher of the release`);
  return null;
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
