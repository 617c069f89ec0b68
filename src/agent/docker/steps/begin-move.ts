import { existsSync } from 'node:fs';
import { constants } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfinedFolder } from '../../../storage/confined/confined-folder.ts';
import { poll } from '../../../timing/poll.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import { listFiles, mayAccess, requireSpace, sharesBlocks, totalSize } from '../copy/copy-files.ts';
import { isUnopenedCopy, requireRoot } from '../data-roots.ts';
import { dataFolder } from '../engine/paths.ts';
import { executorVolumes, type NodeVolume } from '../engine/volumes.ts';
import { makeDataVolume, requireMounted } from '../make-volume.ts';
import type { StepRun } from '../step-kind.ts';
import { moveAt, moveStep } from './move-step.ts';
import { removeVolumeData } from './remove-volume-data.ts';

/** Starts a move once its data root has passed every check; records the stage of one that has already copied. */
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
