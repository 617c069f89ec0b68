import { existsSync } from 'node:fs';
import { constants } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfinedFolder } from '../../../storage/confined/confined-folder.ts';
import { counted } from '../../../text/counted.ts';
import { poll } from '../../../timing/poll.ts';
import { RpcClient } from '../../monitor/rpc.ts';
import { crashMessage } from '../../node/crash-message.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import {
  copyFiles,
  isSameContent,
  listFiles,
  mayAccess,
  requireSpace,
  sharesBlocks,
  timedCopy,
  totalSize,
} from '../copy/copy-files.ts';
import { requireEndpoint, untilAnswered } from '../daemon-endpoint.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { isUnopenedCopy, requireRoot } from '../data-roots.ts';
import { containerLogs } from '../engine/container-logs.ts';
import { inspectContainer } from '../engine/containers.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { dataFolder, dataMarkerFile } from '../engine/paths.ts';
import { type DataMarker, maxMarkerBytes, parseMarker } from '../engine/volume-files.ts';
import { executorVolumes, type NodeVolume } from '../engine/volumes.ts';
import { makeDataVolume, requireMounted } from '../make-volume.ts';
import type { Found, StepRun } from '../step-kind.ts';
import { type MoveAct, moveAt, moveStep } from './move-step.ts';
import { removeVolumeData } from './remove-data.ts';
import { readTip } from './seed-steps.ts';

export const beginMove = moveStep<'begin-move', { stage: 'copying' | 'switched' | 'succeeded' }>({
  kind: 'begin-move',
  texts: ({ move: { from, to } }) => [
    'check whether the chain data can be moved',
    `Started moving chain data from ${from} to ${to}`,
  ],
  event: 'node.move_begun',
  async apply({ move, stage }, run) {
    if (stage === 'copying') await checkRoot(move.to, run);
  },
  becomes: ({ move, stage }, snapshot) => ({
    operations: { move: moveAt(move, snapshot, stage) },
    dataRoot: stage === 'copying' ? move.from : move.to,
  }),
});

/**
 * Checks that all data of a node can be copied to a data root, while its daemon still runs, and creates the volume
 * there. Throws RuntimeError with the reason if it cannot; nothing is left behind then.
 */
async function checkRoot(to: string, run: StepRun): Promise<void> {
  const { desired, observed } = run.snapshot;
  const source = observed.volumes.find(({ dataRoot }) => dataRoot === observed.dataRoot);
  if (source === undefined) throw new RuntimeError('not-found', 'the node’s volume was not found');
  const root = requireRoot(run.settings, to);
  if (root !== undefined) await requireDisk(root, run);
  await requireSeen(source.path, constants.R_OK);
  const before = observed.volumes.find(({ dataRoot }) => dataRoot === to);
  if (before === undefined && root !== undefined) await requireEmpty(join(root, desired.id));
  if (before !== undefined && !isUnopenedCopy(before)) {
    throw refused(
      `${before.path} holds data of this node that a daemon has used; remove its volume and request the move again`,
    );
  }
  const target = before ?? (await makeDataVolume(desired, to, run));
  try {
    await requireSeen(target.path, constants.R_OK | constants.W_OK);
    await requireRoom(source, target);
  } catch (error) {
    if (before === undefined) await removeVolumeData(desired.id, target, run);
    throw error;
  }
}

/** A removal deletes a volume's directory and then, with one call to the engine, the volume. */
const removalMs = 5_000;

/** Copying to an empty mount point would fill the disk below it. */
async function requireDisk(root: string, { client, executorId, mounts }: StepRun): Promise<void> {
  await requireMounted(root, mounts);
  let lost: string | undefined;
  const isWhole = async () => {
    const directories = (await executorVolumes(client, executorId)).map(({ Options }) => Options?.['device']);
    lost = directories.find((directory) => directory?.startsWith(`${root}/`) && !existsSync(directory));
    return lost === undefined;
  };
  await poll(isWhole, { withinMs: removalMs, everyMs: 250 });
  if (lost !== undefined)
    throw refused(`the data of another node is missing at ${lost}; check that the disk of ${root} is mounted`);
}

async function requireSeen(path: string, mode: number): Promise<void> {
  if (await mayAccess(path, mode)) return;
  throw refused(
    `the agent cannot copy from or to ${path}; run it as root and, in a container, mount the directory under the same path`,
  );
}

async function requireEmpty(directory: string): Promise<void> {
  if (!existsSync(directory)) return;
  await using folder = await ConfinedFolder.openRoot(directory);
  for await (const _ of folder.names())
    throw refused(`${directory} exists and is not empty; move it away and request the move again`);
}

async function requireRoom(source: NodeVolume, target: NodeVolume): Promise<void> {
  const from = join(source.path, dataFolder);
  const { files } = await listFiles(from, ['']);
  if (await sharesBlocks(from, files, target.path)) return;
  await requireSpace(target.path, totalSize(files), 'free space and request the move again');
}

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
      sizes.get(path) === size && (isChain(path) || (await isSameContent({ from: source, to: target, signal }, path)));
    if (!isSame) throw refused(`the copy of ${path} differs from the original; check the disk of ${to}`);
  }
  if (copied.files.length !== files.length) {
    throw refused(`the copy has ${counted(copied.files.length, 'file')}, but the original has ${files.length}`);
  }
}

/** Maximum number of restarts by the engine before the move is given up. */
const maxRestarts = 3;

/** Waits until the daemon answers from the copy with the same chain as before. */
export const proveRoot = moveStep<'prove-root', { containerId: string }>({
  kind: 'prove-root',
  texts: ({ move }) => ['wait until the daemon answers from the copy', `The daemon answered from ${move.to}`],
  event: 'node.move_answered',
  async apply({ containerId }, run) {
    const { client, signal, snapshot } = run;
    using rpc = new RpcClient(requireEndpoint(run, snapshot.desired.id));
    const onFailure = async (silence: string | null) => {
      await requireUp(client, containerId);
      if (silence !== null) throw refused(silence);
    };
    return await untilAnswered(() => readProof(rpc, run), onFailure, signal);
  },
  becomes: ({ move }, snapshot) => ({ operations: { move: moveAt(move, snapshot, 'answered') } }),
});

async function readProof(rpc: RpcClient, { signal, snapshot: { tip } }: StepRun): Promise<Found> {
  const { height, bestBlockHash } = await readTip(rpc, signal);
  const proof = {
    message: `height ${height}, ${bestBlockHash}`,
    data: { height, bestBlockHash, hasTip: tip !== null },
  };
  if (tip === null) return proof;
  if (height < tip.height) throw new Error(`the daemon is at height ${height} but was at ${tip.height} before`);
  const hash = await rpc.call('getblockhash', [tip.height], signal);
  if (hash !== tip.bestBlockHash)
    throw new Error(`block ${tip.height} is ${hash} in the copy but was ${tip.bestBlockHash} before`);
  return { ...proof, message: `${proof.message}, and the last known block matches` };
}

async function requireUp(client: EngineClient, containerId: string): Promise<void> {
  const container = await inspectContainer(client, containerId);
  if (container === null) throw new RuntimeError('not-found', 'the container was removed');
  const { state, exitCode, restartCount } = container;
  if (state !== 'stopped' && restartCount < maxRestarts) return;
  const words = crashMessage(await containerLogs(client, containerId, 20));
  const times = restartCount > 0 ? ` ${restartCount + 1} times` : '';
  throw refused(`the daemon exited${times} with code ${exitCode} on the copy${words === null ? '' : `: ${words}`}`);
}
