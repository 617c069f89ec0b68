import { nullIfNotFound } from '../../runtime/runtime-error.ts';
import type { EngineClient } from './engine-client.ts';
import { readArchive } from './read-archive.ts';

/**
 * Reads a small file of a container, also of one that never started; null if it does not exist, is not a plain file, or
 * exceeds `maxBytes`. Throws RuntimeError.
 */
export const readFile = (
  client: EngineClient,
  containerId: string,
  path: string,
  maxBytes = 4096,
): Promise<Buffer | null> =>
  readArchive(client, { containerId, path }, async (entries) => {
    for await (const entry of entries) {
      const { type, size = 0 } = entry.header;
      if (type !== 'file' || size > maxBytes) return null;
      return Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>));
    }
    return null;
  });

/** Returns whether a container has a file or folder at a path, also one that never started. Throws RuntimeError. */
export async function pathExists(client: EngineClient, containerId: string, path: string): Promise<boolean> {
  const container = client.docker.getContainer(containerId);
  const look = client.call(`look for ${path}`, (abortSignal) => container.infoArchive({ path, abortSignal }));
  return (await look.catch(nullIfNotFound)) !== null;
}
