import { constants } from 'node:fs/promises';
import { join } from 'node:path';
import { errorMessage } from '../../../text/error-message.ts';
import { configOf } from '../../desired/desired-entry.ts';
import { loadNodeRecord } from '../../node/record-store.ts';
import { RuntimeError, refused } from '../../runtime/runtime-error.ts';
import { archiveSpace } from '../copy/archive-space.ts';
import { copyArchives } from '../copy/copy-archives.ts';
import { type CopyResult, copyFiles, mayAccess, timedCopy } from '../copy/copy-files.ts';
import { seedFolders } from '../copy/seed-folders.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { volumeInUse } from '../data-roots.ts';
import { withDataReader } from '../engine/data-reader.ts';
import { dataFolder } from '../engine/paths.ts';
import { readDataMarker, writeMarker } from '../engine/volume-files.ts';
import type { Found, StepKind, StepRun } from '../step-kind.ts';
import { operationOf, type Seeding, seedAt } from './seeding.ts';

/**
 * Copies the chain data of the source into the node's volume: directly where the agent may read and write both volumes,
 * otherwise through the engine. The marker is written last: a volume without one holds a partial copy.
 */
export const copyData: StepKind<'copy-data', Seeding, Found> = {
  kind: 'copy-data',
  operationOf,
  texts: () => ['copy the chain data', 'Copied the chain data'],
  event: 'node.data_copied',
  effect: 'copy',
  async apply({ from }, run) {
    const { client, snapshot } = run;
    const { id } = snapshot.desired;
    const containerId = snapshot.workload?.id;
    const { image } = requireSpec(snapshot).spec;
    if (containerId === undefined) throw new Error('cannot copy data before the container exists');
    const [source, target] = await Promise.all([volumeInUse(run, from), volumeInUse(run, id)]);
    if (source === undefined || target === undefined)
      throw new RuntimeError('not-found', `the volume of node ${source === undefined ? from : id} was not found`);
    return withDataReader(client, run, { nodeId: from, image, dataRoot: source.dataRoot }, async (reader) => {
      const marker = await readDataMarker(client, reader);
      if (marker === null) {
        throw refused(
          `the version that opened the chain data of node ${from} is unknown; start that node once with this version of the agent`,
        );
      }
      const place = { reader, source: join(source.path, dataFolder), target: target.path, containerId };
      const { message, data } = await timedCopy(() => copyFolders(from, place, run));
      const { begunWith, newest, nodeType } = marker;
      await writeMarker(client, containerId, { begunWith, newest, nodeType });
      return { message, data: { from, ...data } };
    });
  },
  isDone: (_, { seed }) => seed?.isComplete === true,
  finish: (step, found) => ({ change: seedAt(step, 'copied'), found }),
};

async function copyFolders(
  from: string,
  { reader, source, target, containerId }: { reader: string; source: string; target: string; containerId: string },
  { client, database, snapshot, onProgress, signal }: StepRun,
): Promise<CopyResult> {
  const folders = seedFolders(configOf(snapshot.desired));
  const shared = { folders, owner: daemonUser(requireSpec(snapshot).spec), onProgress, signal };
  if (!((await mayAccess(source, constants.R_OK)) && (await mayAccess(target, constants.W_OK)))) {
    const estimate = loadNodeRecord(database, from)?.tip?.sizeOnDiskBytes ?? 0;
    const requireSpace = await archiveSpace(target, snapshot.desired.resources.diskGiB);
    const containers = { fromContainer: reader, toContainer: containerId };
    return copyArchives({ ...shared, ...containers, client, estimate, requireSpace });
  }
  try {
    return await copyFiles({ ...shared, from: source, to: join(target, dataFolder) });
  } catch (cause) {
    if (cause instanceof RuntimeError) throw cause;
    const message = `cannot copy the chain data of node ${from}: ${errorMessage(cause)}`;
    throw refused(message, { cause });
  }
}
