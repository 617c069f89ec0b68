import type { Readable } from 'node:stream';
import { type Extract, extract } from 'tar-stream';
import { nullIfNotFound } from '../../runtime/runtime-error.ts';
import type { ContainerAct, EngineClient } from './engine-client.ts';

/** Reads a path of a container as an archive, also of one that never started; null if the path does not exist. */
export const readArchive = <T>(
  client: EngineClient,
  { containerId, path, timeoutSeconds }: { containerId: string; path: string; timeoutSeconds?: number },
  work: (entries: Extract) => Promise<T>,
): Promise<T | null> =>
  client
    .onContainer(
      containerId,
      `read ${path}`,
      async (container, options) => {
        const archive = (await container.getArchive({ ...options, path })) as Readable;
        const entries = extract();
        archive.once('error', (error) => entries.destroy(error));
        archive.pipe(entries);
        try {
          return await work(entries);
        } finally {
          // Otherwise the connection of a partially read answer stays open.
          archive.destroy();
        }
      },
      timeoutSeconds === undefined ? {} : { timeoutSeconds },
    )
    .catch(nullIfNotFound);

/** Reads the first bytes of a file of a container, started or not; null if there is no such file. */
export const readStart = (
  client: EngineClient,
  containerId: string,
  path: string,
  length: number,
): Promise<Buffer | null> =>
  readArchive(client, { containerId, path }, async (entries) => {
    for await (const entry of entries) {
      if (entry.header.type !== 'file') return null;
      let start = Buffer.alloc(0);
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        start = Buffer.concat([start, chunk]);
        if (start.length >= length) break;
      }
      return start.subarray(0, length);
    }
    return null;
  });

/** Reads a small file of a container, started or not; null for a missing, special or larger one than `maxBytes`. */
export async function readFile(client: EngineClient, containerId: string, path: string, maxBytes = 4096) {
  const start = await readStart(client, containerId, path, maxBytes + 1);
  return start !== null && start.length > maxBytes ? null : start;
}

/** Returns whether a container has a file or folder at a path, also one that never started. */
export async function pathExists(client: EngineClient, containerId: string, path: string): Promise<boolean> {
  const look: ContainerAct<unknown> = (container, options) => container.infoArchive({ ...options, path });
  return (await client.onContainer(containerId, `look for ${path}`, look).catch(nullIfNotFound)) !== null;
}
