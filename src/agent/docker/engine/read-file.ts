import type { Readable } from 'node:stream';
import { extract } from 'tar-stream';
import { RuntimeError } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';

/**
 * Reads a small file of a container, also of one that never started; null where there is no such file, where it is no plain file, or where it
 * has more than `maxBytes`. Throws RuntimeError.
 */
export async function readFile(
  client: EngineClient,
  containerId: string,
  path: string,
  maxBytes = 4096,
): Promise<Buffer | null> {
  try {
    return await client.call(`read ${path}`, async (abortSignal) => {
      const container = client.docker.getContainer(containerId);
      const archive = (await container.getArchive({ path, abortSignal })) as Readable;
      const entries = extract();
      archive.once('error', (error) => entries.destroy(error));
      archive.pipe(entries);
      try {
        for await (const entry of entries) {
          const { type, size = 0 } = entry.header;
          if (type !== 'file' || size > maxBytes) return null;
          return Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>));
        }
        return null;
      } finally {
        // Else the connection of an answer that is not read to its end stays open.
        archive.destroy();
      }
    });
  } catch (error) {
    if (error instanceof RuntimeError && error.fault === 'not-found') return null;
    throw error;
  }
}

/** Returns whether a container has a file or folder there, also one that never started. Throws RuntimeError. */
export async function pathExists(client: EngineClient, containerId: string, path: string): Promise<boolean> {
  try {
    await client.call(`look for ${path}`, (abortSignal) =>
      client.docker.getContainer(containerId).infoArchive({ path, abortSignal }),
    );
    return true;
  } catch (error) {
    if (error instanceof RuntimeError && error.fault === 'not-found') return false;
    throw error;
  }
}
