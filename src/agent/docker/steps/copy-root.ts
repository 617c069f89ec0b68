import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { copyFiles, describeCopy } from '../copy/copy-files.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { dataFolder, dataMarkerFile } from '../engine/paths.ts';
import { type DataMarker, parseMarker } from '../engine/volume-files.ts';
import { makeDataVolume } from '../make-volume.ts';
import { moveAt, moveStep } from './move-step.ts';

/**
 * Copies all data of a node whose daemon is down, including wallets and settings. The marker is written last: a volume
 * without one holds a partial copy. `was` is the start of the daemon's last run.
 */
export const copyRoot = moveStep<'copy-root', { was: string | null }>({
  kind: 'copy-root',
  texts: ({ move }) => ['copy the chain data to the other data root', `Copied the chain data to ${move.to}`],
  event: 'node.move-copied',
  effect: 'copy',
  async apply({ move }, run) {
    const { desired, observed } = run.snapshot;
    const source = observed.volumes.find(({ dataRoot }) => dataRoot === observed.dataRoot);
    if (source === undefined) throw new RuntimeError('not-found', 'the node’s volume was not found');
    const begunAt = performance.now();
    const target = await makeDataVolume(desired, move.to, run);
    await rm(join(target.path, dataMarkerFile), { force: true });
    const result = await copyFiles({
      ...{ from: join(source.path, dataFolder), to: join(target.path, dataFolder), folders: [''] },
      ...{ owner: daemonUser(requireSpec(run.snapshot).spec), onProgress: run.onProgress, signal: run.signal },
    });
    const { clientVersion } = desired;
    const marker = parseMarker(await readMarker(source.path)) ?? { begunWith: clientVersion, newest: clientVersion };
    await putMarker(target.path, { ...marker, unopened: true });
    return describeCopy(result, begunAt);
  },
  becomes({ move, was }, snapshot, found) {
    const bytes = Number(found?.data['bytes']) || undefined;
    const copied = bytes === undefined ? {} : { done: bytes, total: bytes };
    return { operations: { move: { ...moveAt(move, snapshot, 'copied'), ...copied, was } } };
  },
});

/** Volumes of older agents have no marker. An unreadable one may have a newer format. */
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
