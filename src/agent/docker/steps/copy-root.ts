import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { counted } from '../../../text/counted.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import { copyFiles, listFiles, timedCopy } from '../copy/copy-files.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { dataFolder, dataMarkerFile } from '../engine/paths.ts';
import { type DataMarker, parseMarker } from '../engine/volume-files.ts';
import type { NodeVolume } from '../engine/volumes.ts';
import { makeDataVolume } from '../make-volume.ts';
import { type MoveAct, moveAt, moveStep } from './move-step.ts';

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
    await rm(join(target.path, dataMarkerFile), { force: true });
    const [from, to] = [join(source.path, dataFolder), join(target.path, dataFolder)];
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

export const verifyRoot = moveStep<'verify-root'>({
  kind: 'verify-root',
  texts: ({ move }) => ['verify the copy', `Verified the copy in ${move.to}`],
  event: 'node.move_verified',
  async apply({ move }, { snapshot, signal }) {
    await verifyCopy(snapshot.observed.volumes, move, signal);
  },
  becomes: ({ move }, snapshot) => ({
    operations: { move: moveAt(move, snapshot, 'switched') },
    dataRoot: move.to,
    cause: `chain data moved to ${move.to}`,
  }),
});

/** Chain data, which the daemon checks itself and which would take hours to read again. */
const isChain = (path: string): boolean => /(^|\/)(blocks|chainstate|indexes)\//.test(path);

/** Compares a copy with the original: every file by size, and all but chain data, such as wallets, byte for byte. */
export async function verifyCopy(
  volumes: readonly NodeVolume[],
  { from, to }: Pick<MoveAct, 'from' | 'to'>,
  signal: AbortSignal,
): Promise<void> {
  const folderOf = (name: string): string => {
    const volume = volumes.find(({ dataRoot }) => dataRoot === name);
    if (volume === undefined) throw refused(`the volume in ${name} was not found`);
    return join(volume.path, dataFolder);
  };
  const [source, target] = [folderOf(from), folderOf(to)];
  const [{ files }, copied] = await Promise.all([listFiles(source, ['']), listFiles(target, [''])]);
  // A hidden source must not pass as an empty one.
  if (files.length === 0) throw refused(`${source} is empty; check that its disk is mounted`);
  const sizes = new Map(copied.files.map(({ path, size }) => [path, size]));
  for (const { path, size } of files) {
    signal.throwIfAborted();
    const isSame =
      sizes.get(path) === size &&
      (isChain(path) || (await hashOf(join(source, path))) === (await hashOf(join(target, path))));
    if (!isSame) throw refused(`the copy of ${path} differs from the original; check the disk of ${to}`);
  }
  if (copied.files.length !== files.length) {
    throw refused(`the copy has ${counted(copied.files.length, 'file')}, but the original has ${files.length}`);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
