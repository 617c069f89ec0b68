import type { Readable } from 'node:stream';
import { type Extract, extract } from 'tar-stream';
import { nullIfNotFound } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';

/**
 * Reads a path of a container as an archive, also of one that never started; null if the path does not exist. Throws
 * RuntimeError.
 */
export const readArchive = <T>(
  client: EngineClient,
  { containerId, path, timeoutSeconds }: { containerId: string; path: string; timeoutSeconds?: number },
  work: (entries: Extract) => Promise<T>,
): Promise<T | null> =>
  client
    .call(
      `read ${path}`,
      async (abortSignal) => {
        const container = client.docker.getContainer(containerId);
        const archive = (await container.getArchive({ path, abortSignal })) as Readable;
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
