import type { IncomingMessage } from 'node:http';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { type Extract, extract } from 'tar-stream';
import * as z from 'zod';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import { nullIfNotFound, refused } from '../../runtime/runtime-error.ts';
import type { ContainerAct, EngineClient } from './engine-client.ts';
import { paths } from './paths.ts';

type Entry = Extract extends AsyncIterable<infer E> ? E : never;

/** Where a path is longer than the kernel takes, at 4,096 bytes on the host, Podman ends an archive as if it were whole. */
const maxPathBytes = 2000;

/**
 * Returns the entries of an archive of a path; none if they are of another one. Podman answers for a link with what it
 * leads to in the volume, such as the agent's credentials, under the name of that. An archive of `a/b` starts with `b`.
 * Throws RuntimeError for a path that is too long.
 */
export async function* entriesOf(entries: AsyncIterable<Entry>, path: string): AsyncGenerator<Entry, void> {
  let isChecked = false;
  for await (const entry of entries) {
    const { name } = entry.header;
    if (!isChecked && posix.basename(name) !== posix.basename(path)) return;
    isChecked = true;
    if (Buffer.byteLength(name) > maxPathBytes)
      throw refused(`cannot read ${path}: it has paths of more than ${maxPathBytes} bytes`);
    yield entry;
  }
}

/** Reads a path of a container as an archive, also of one that never started; null if the path does not exist. */
export const readArchive = <T>(
  client: EngineClient,
  { containerId, path, timeoutSeconds }: { containerId: string; path: string; timeoutSeconds?: number },
  work: (entries: AsyncIterable<Entry>) => Promise<T>,
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
          return await work(entriesOf(entries, path));
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
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= length) break;
      }
      return Buffer.concat(chunks).subarray(0, length);
    }
    return null;
  });

/** Reads a small file of a container, started or not; null for a missing, special or larger one than `maxBytes`. */
export async function readFile(client: EngineClient, containerId: string, path: string, maxBytes = 4096) {
  const start = await readStart(client, containerId, path, maxBytes + 1);
  return start !== null && start.length > maxBytes ? null : start;
}

/** Returns whether a container has a file or folder at a path, also one that never started. */
export const pathExists = async (client: EngineClient, containerId: string, path: string): Promise<boolean> =>
  (await lookAt(client, containerId, path)) !== null;

/** Returns whether a container has a folder, and no link to one, at a path, also one that never started. */
export async function folderExists(client: EngineClient, containerId: string, path: string): Promise<boolean> {
  const answer = await lookAt(client, containerId, path);
  answer?.resume();
  return answer !== null && isFolder(answer.headers['x-docker-container-path-stat']);
}

/**
 * Returns the first path on the way to a folder of the data directory that is something else, such as a link, which the
 * engine would follow; null if all are folders, or missing.
 */
export async function findOtherThanFolder(
  client: EngineClient,
  containerId: string,
  names: readonly string[],
): Promise<string | null> {
  for (const depth of names.keys()) {
    const path = posix.join(paths.dataDir, ...names.slice(0, depth + 1));
    if (await folderExists(client, containerId, path)) continue;
    return (await pathExists(client, containerId, path)) ? path : null;
  }
  return null;
}

function lookAt(client: EngineClient, containerId: string, path: string): Promise<IncomingMessage | null> {
  const look: ContainerAct<IncomingMessage> = (container, options) => container.infoArchive({ ...options, path });
  return client.onContainer(containerId, `look for ${path}`, look).catch(nullIfNotFound);
}

/** What the engine reports of a path: JSON in base 64, with the mode as Go counts it (ModeDir in io/fs). */
const pathStat = z.object({ mode: z.int().nonnegative() });
const goFolderBit = 2 ** 31;

function isFolder(header: string | string[] | undefined): boolean {
  const text = Buffer.from(String(header ?? ''), 'base64').toString('utf8');
  const { mode } = pathStat.parse(jsonOrNull(text));
  return Math.floor(mode / goFolderBit) % 2 === 1;
}
