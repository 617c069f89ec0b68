import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type PublicKey, SignatureError } from '../../release/minisign.ts';
import { syncFolder } from '../../storage/private-file.ts';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';
import { ArchiveRefused, verifyArchive, type WantedArchive } from '../../upgrade/verify-archive.ts';
import { ConnectionFailed, type HttpConnections } from '../control-plane/http-connections.ts';
import { DownloadInterrupted, download, removePart } from './download.ts';
import { becameFull, requireSpace } from './room.ts';
import { isNoRoom, UpgradeFailed } from './upgrade-error.ts';

export interface FetchOptions {
  url: string;
  wanted: WantedArchive;
  files: UpgradeFiles;
  dataDir: string;
  versions: string;
  keys: readonly PublicKey[];
  connections: Pick<HttpConnections, 'get'>;
  clock: Clock;
  signal: AbortSignal;
  onProgress(percent: number): void;
  /** Called with the reason of each retry. */
  onTrouble(reason: string): void;
}

const retryPolicy = { firstMs: 1000, maxMs: 60_000 };

/**
 * Downloads and verifies an archive, retrying until `signal` aborts. Returns its path. Throws UpgradeFailed and then
 * leaves nothing behind.
 */
export async function fetchArchive(options: FetchOptions): Promise<string> {
  const { files, wanted, signal } = options;
  const archive = join(files.fetched, `${wanted.version}.tar.gz`);
  const part = `${archive}.part`;
  try {
    await mkdir(files.fetched, { recursive: true, mode: 0o700 });
    await removeOthers(files.fetched, `${wanted.version}.tar.gz`);
    if (existsSync(archive) && (await isIntact(archive, options))) return archive;
    await requireSpace(
      { archive: wanted.sizeBytes, fetched: sizeOf(part), store: sizeOf(join(options.dataDir, 'agent.db')) },
      options,
    );
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

async function fetchPart(part: string, options: FetchOptions): Promise<void> {
  const { url, wanted, keys, connections, clock, signal, onProgress, onTrouble } = options;
  const { sizeBytes } = wanted;
  const backoff = new Backoff(retryPolicy);
  for (;;) {
    try {
      const showBytes = (bytes: number) => onProgress(Math.floor((bytes / sizeBytes) * 100));
      const isResumed = await download({ url, part, sizeBytes, signal, onProgress: showBytes }, connections);
      const fault = await faultOf(part, wanted, { keys, signal });
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

type VerifyOptions = Pick<FetchOptions, 'keys' | 'signal'>;

async function isIntact(archive: string, { wanted, keys, signal }: FetchOptions): Promise<boolean> {
  if ((await faultOf(archive, wanted, { keys, signal })) === null) return true;
  await rm(archive);
  return false;
}

/** Returns why an archive does not match; null if it does. */
async function faultOf(file: string, wanted: WantedArchive, options: VerifyOptions): Promise<Error | null> {
  try {
    await verifyArchive(file, wanted, options);
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

/** Leftovers of an earlier request. */
async function removeOthers(folder: string, keep: string): Promise<void> {
  for (const name of await readdir(folder))
    if (!name.startsWith(keep)) await rm(join(folder, name), { recursive: true, force: true });
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
