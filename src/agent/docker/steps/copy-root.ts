import { join } from 'node:path';
import { ConfinedFolder } from '../../../storage/confined/confined-folder.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import { copyFiles, timedCopy } from '../copy/copy-files.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { dataFolder, dataMarkerFile } from '../engine/paths.ts';
import { type DataMarker, maxMarkerBytes, parseMarker } from '../engine/volume-files.ts';
import { makeDataVolume } from '../make-volume.ts';
import { moveAt, moveStep } from './move-step.ts';

/**
 * Copies all data of a node whose daemon is down, including wallets and settings. The marker is written last: a volume
 * without one holds a partial copy. `was` is the start of the daemon's last run.
 */
export const copyRoot = moveStep<'copy-root', { was: string | null }>({
  kind: 'copy-root',
  texts: ({ move }) => ['copy the chain data to the other data root', `Copied the chain data to ${move.to}`],
  event: 'node.move_copied',
  effect: 'copy',
  async apply({ move }, run) {
    const { desired, observed } = run.snapshot;
    const source = observed.volumes.find(({ dataRoot }) => dataRoot === observed.dataRoot);
    if (source === undefined) throw new RuntimeError('not-found', 'the node’s volume was not found');
    const target = await makeDataVolume(desired, move.to, run);
    await using volume = await ConfinedFolder.openRoot(target.path);
    await removeMarker(volume);
    const from = join(source.path, dataFolder);
    const to = join(target.path, dataFolder);
    const owner = daemonUser(requireSpec(run.snapshot).spec);
    const found = await timedCopy(() => copyFiles({ ...run, from, to, folders: [''], owner }));
    const { clientVersion } = desired;
    const marker = parseMarker(await readMarker(source.path)) ?? { begunWith: clientVersion, newest: clientVersion };
    await putMarker(target.path, { ...marker, unopened: true });
    return found;
  },
  becomes({ move, was }, snapshot, found) {
    const bytes = Number(found?.data['bytes']) || undefined;
    const copied = bytes === undefined ? {} : { done: bytes, total: bytes };
    return { operations: { move: { ...moveAt(move, snapshot, 'copied'), ...copied, was } } };
  },
});

/** A volume without a marker is one that no version opened. An unreadable one may have a newer format. */
async function readMarker(path: string): Promise<string> {
  await using volume = await ConfinedFolder.openRoot(path);
  const marker = await volume.read(dataMarkerFile, maxMarkerBytes).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return marker?.toString('utf8') ?? '';
}

const removeMarker = (volume: ConfinedFolder, name = dataMarkerFile): Promise<void> =>
  volume.unlink(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });

async function putMarker(path: string, marker: DataMarker): Promise<void> {
  const part = `${dataMarkerFile}.part`;
  await using volume = await ConfinedFolder.openRoot(path);
  await removeMarker(volume, part);
  await using file = await volume.createFile(part, 0o444);
  await file.writeFile(`${JSON.stringify(marker)}\n`);
  await file.sync();
  await volume.move(part, volume, dataMarkerFile);
  await volume.sync();
}
