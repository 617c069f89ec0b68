import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type Docker from 'dockerode';
import { extract, pack } from 'tar-stream';
import { shownName } from '../../../storage/confined/confined-folder.ts';
import { nullIfNotFound, refused } from '../../runtime/runtime-error.ts';
import type { EngineClient } from '../engine/engine-client.ts';
import { dataFolder, paths } from '../engine/paths.ts';
import type { CopyRequest, CopyResult } from './copy-files.ts';

export interface ArchiveCopyRequest extends Pick<CopyRequest, 'folders' | 'owner' | 'onProgress' | 'signal'> {
  client: EngineClient;
  /** Containers that mount the volumes; both are down. */
  fromContainer: string;
  toContainer: string;
  /** Expected size of the copy in bytes. */
  estimate: number;
}

const daySeconds = 24 * 3600;

/**
 * Copies folders between the data directories of two containers through the engine, which works even if this process
 * sees neither. Nothing is used before the copy is complete; a retry starts over.
 */
export async function copyArchives(request: ArchiveCopyRequest): Promise<CopyResult> {
  let done = 0;
  for (const folder of request.folders) {
    const before = done;
    done += await copyFolder(request, folder, (bytes) =>
      request.onProgress({ done: before + bytes, total: Math.max(request.estimate, before + bytes) }),
    );
  }
  return { bytes: done, method: 'engine' };
}

/** Returns the bytes copied; 0 if the folder does not exist. */
async function copyFolder(
  { client, fromContainer, toContainer, owner, signal }: ArchiveCopyRequest,
  folder: string,
  onBytes: (bytes: number) => void,
): Promise<number> {
  const options = { timeoutSeconds: daySeconds, signal };
  const read = (container: Docker.Container, abort: object) =>
    container.getArchive({ ...abort, path: `${paths.dataDir}/${folder}` }) as Promise<Readable>;
  const source = await client
    .onContainer(fromContainer, `read ${folder} of the chain data`, read, options)
    .catch(nullIfNotFound);
  if (source === null) return 0;
  let bytes = 0;
  const target = pack();
  const parents = [dataFolder, ...folder.split('/').slice(0, -1)];
  for (const depth of parents.keys())
    target.entry({ ...owner, name: `${parents.slice(0, depth + 1).join('/')}/`, type: 'directory', mode: 0o700 });
  const forward = async () => {
    const entries = extract();
    source.once('error', (error) => entries.destroy(error));
    source.pipe(entries);
    for await (const entry of entries) {
      const { type, size = 0, mode, mtime } = entry.header;
      // An archive of `a/b` starts with `b/`.
      const name = [...parents, entry.header.name].join('/');
      if (name.split('/').includes('..') || !(type === 'directory' || type === 'file'))
        throw refused(`cannot copy ${shownName(name)}: neither a file nor a folder`);
      if (type === 'directory') {
        target.entry({ ...owner, name, type, mode: 0o700 });
        entry.resume();
      } else {
        const copied = target.entry({
          ...owner,
          name,
          size,
          mode: (mode ?? 0o600) & 0o700,
          ...(mtime ? { mtime } : {}),
        });
        entry.on('data', (chunk) => {
          bytes += (chunk as Buffer).length;
          onBytes(bytes);
        });
        await pipeline(entry, copied);
      }
    }
    target.finalize();
  };
  try {
    await client.onContainer(
      toContainer,
      `write ${folder} of the chain data`,
      (container, abort) =>
        Promise.all([
          container.putArchive(Readable.from(target), { ...abort, path: paths.mountPoint }),
          forward().catch((error: unknown) => {
            target.destroy(error as Error);
            throw error;
          }),
        ]),
      options,
    );
  } finally {
    source.destroy();
    target.destroy();
  }
  return bytes;
}
