import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { Store } from '../../store/database.ts';
import { volumeInUse } from '../data-roots.ts';
import { removeContainer } from '../engine/containers.ts';
import type { ContainerOwner } from '../engine/create-container.ts';
import { readDataMarker } from '../engine/data-marker.ts';
import { createDataReader, removeDataReaders } from '../engine/data-reader.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { dataFolder } from '../engine/paths.ts';
import { writeMarker } from '../engine/write-config.ts';
import { copyArchives } from './copy-archives.ts';
import { type CopyResult, copyFiles } from './copy-files.ts';
import { seedFolders } from './seed-folders.ts';

export interface CopyDataRequest {
  client: EngineClient;
  agent: Pick<ContainerOwner, 'executorId' | 'instanceId'>;
  database: Store;
  /** The node whose data is copied; no daemon has it open. */
  from: string;
  /** The node that gets it, its container, which is down, its image and its user. */
  to: { nodeId: string; containerId: string; image: string; user: string; config: NodeConfig };
  /** Bytes that the source is known to have. */
  estimate: number;
  onProgress(progress: { done: number; total: number }): void;
  signal: AbortSignal;
}

/**
 * Copies the chain of one node into the volume of another: from directory to directory where this process may, else through the engine. The
 * marker comes last: a volume without one holds half a copy. Throws RuntimeError.
 */
export async function copyData(request: CopyDataRequest): Promise<CopyResult> {
  const { client, agent, database, from, to } = request;
  const find = (nodeId: string) => volumeInUse({ client, database, executorId: agent.executorId }, nodeId);
  const [source, target] = await Promise.all([find(from), find(to.nodeId)]);
  if (source === undefined || target === undefined) {
    throw new RuntimeError('not-found', `the volume of node ${source === undefined ? from : to.nodeId} is not there`);
  }
  await removeDataReaders(client, agent, from);
  const reader = await createDataReader(client, agent, {
    ...{ nodeId: from, image: to.image, dataRoot: source.dataRoot },
  });
  try {
    const marker = await readDataMarker(client, reader);
    if (marker === null) {
      throw new RuntimeError(
        'refused',
        `nothing says what the chain data of node ${from} was opened with; start that node once with this version of the agent`,
      );
    }
    const result = await copyFolders(request, reader, { source: source.path, target: target.path });
    const { begunWith, newest, nodeType } = marker;
    await writeMarker(client, to.containerId, { begunWith, newest, nodeType });
    return result;
  } finally {
    await removeContainer(client, reader);
  }
}

async function copyFolders(
  { client, from, to, estimate, onProgress, signal }: CopyDataRequest,
  reader: string,
  { source, target }: { source: string; target: string },
): Promise<CopyResult> {
  const [uid = 0, gid = 0] = to.user.split(':').map(Number);
  const shared = { folders: seedFolders(to.config), owner: { uid, gid }, onProgress, signal };
  if (!(await mayCopyHere(join(source, dataFolder), target))) {
    return copyArchives({ ...shared, client, fromContainer: reader, toContainer: to.containerId, estimate });
  }
  try {
    return await copyFiles({ ...shared, from: join(source, dataFolder), to: join(target, dataFolder) });
  } catch (error) {
    if (error instanceof RuntimeError) throw error;
    throw new RuntimeError(
      'refused',
      `the chain data of node ${from} could not be copied: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}

/** Whether this process sees both directories, and may give files to the daemon's user. */
async function mayCopyHere(source: string, target: string): Promise<boolean> {
  if (process.getuid?.() !== 0) return false;
  try {
    await Promise.all([access(source, constants.R_OK), access(target, constants.W_OK)]);
    return true;
  } catch {
    return false;
  }
}
