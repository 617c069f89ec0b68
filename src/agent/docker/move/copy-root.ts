import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { type DataMarker, parseMarker } from '../engine/data-marker.ts';
import { dataFolder, dataMarkerFile } from '../engine/paths.ts';
import { makeDataVolume, type VolumeDeps } from '../make-volume.ts';
import { type CopyResult, copyFiles } from '../seed/copy-files.ts';
import type { DockerSnapshot } from '../snapshot.ts';

export interface CopyRootRequest extends Pick<DockerSnapshot, 'desired' | 'observed'> {
  /** `uid:gid` of the daemon. */
  user: string;
  to: string;
  deps: VolumeDeps;
  onProgress(progress: { done: number; total: number }): void;
  signal: AbortSignal;
}

/**
 * Copies all data of a node whose daemon is down to another data root, wallets and settings too. The marker comes last: a volume without one
 * holds half a copy. Throws RuntimeError, and what the file system throws.
 */
export async function copyRoot(request: CopyRootRequest): Promise<CopyResult> {
  const { desired, observed, user, to, deps, onProgress, signal } = request;
  const source = observed.volumes.find(({ dataRoot }) => dataRoot === observed.dataRoot);
  if (source === undefined) throw new RuntimeError('not-found', 'the volume of its data is not there now');
  const target = await makeDataVolume(desired, to, deps);
  await rm(join(target.path, dataMarkerFile), { force: true });
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  const result = await copyFiles({
    ...{ from: join(source.path, dataFolder), to: join(target.path, dataFolder), folders: [''] },
    ...{ owner: { uid, gid }, onProgress, signal },
  });
  const marker = parseMarker(await readMarker(source.path));
  const { clientVersion } = desired;
  await putMarker(target.path, { ...(marker ?? { begunWith: clientVersion, newest: clientVersion }), unopened: true });
  return result;
}

/** Volumes of former agents have none. One that cannot be read may name a newer format than is known here. */
const readMarker = (volume: string): Promise<string> =>
  readFile(join(volume, dataMarkerFile), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });

async function putMarker(volume: string, marker: DataMarker): Promise<void> {
  const target = join(volume, dataMarkerFile);
  const part = `${target}.part`;
  await rm(part, { force: true });
  await using file = await open(part, 'wx', 0o444);
  await file.writeFile(`${JSON.stringify(marker)}\n`);
  await file.sync();
  await rename(part, target);
  await using folder = await open(dirname(target), 'r');
  await folder.sync();
}
