import { constants, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { fileSystemName } from '../../host/file-systems.ts';
import { listFiles, mayAccess, sharesBlocks, totalSize } from '../copy/copy-files.ts';
import type { RehearsalCost } from './judge-cost.ts';

interface MeasuredData {
  /** Of the node's volume. */
  volume: string;
  /** The data directory in it, and what of it is copied. */
  data: string;
  folders: readonly string[];
}

/** Measures what a rehearsal would take. Throws RuntimeError and file system errors. */
export async function measureCost({ volume, data, folders }: MeasuredData): Promise<RehearsalCost> {
  const { files } = await listFiles(data, folders);
  const { bavail, bsize, type } = await statfs(volume);
  return {
    fileSystem: fileSystemName(type),
    sharesBlocks: await sharesBlocks(data, files, volume),
    dataBytes: totalSize(files),
    freeBytes: bavail * bsize,
    freeMemoryMiB: freemem() / 1024 / 1024,
  };
}

/** Returns why this process cannot copy a node's data; null if it can. */
export const whyUnseen = async (volume: string): Promise<string | null> =>
  (await mayAccess(volume, constants.R_OK | constants.W_OK))
    ? null
    : `the agent cannot copy from ${volume}; run it as root and, in a container, mount the directory under the same path`;
