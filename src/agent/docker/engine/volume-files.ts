import { posix } from 'node:path';
import { type Pack, pack } from 'tar-stream';
import * as z from 'zod';
import { compareVersions } from '../../../bitcoin/clients/versions.ts';
import type { DataFormat } from '../../../bitcoin/data-format.ts';
import { type Network, networkFacts } from '../../../bitcoin/network.ts';
import type { NodeType } from '../../../bitcoin/node-config.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import type { AgentRpc } from '../../runtime/node-record.ts';
import type { CallOptions, EngineClient } from './engine-client.ts';
import { agentRpcFile, dataFolder, dataMarkerFile, paths } from './paths.ts';
import { readArchive, readFile } from './read-file.ts';

/** More than a marker ever has. */
export const maxMarkerBytes = 4096;

const markerShape = z.object({
  begunWith: z.string().max(64),
  newest: z.string().max(64),
  /** Of the daemon that opened it last. */
  nodeType: z.enum(['full', 'pruned']).optional().catch(undefined),
  /** The last known chain tip, written when its node is deleted and the data kept. */
  tip: z
    .object({
      height: z.int32().nonnegative(),
      bestBlockHash: z.string().regex(/^[0-9a-f]{64}$/),
      sizeOnDiskBytes: z.number().nonnegative(),
    })
    .optional()
    .catch(undefined),
  /** On a copy in another data root that no daemon has opened yet. */
  unopened: z.boolean().optional().catch(undefined),
  /** The key of the block files at the last start, in hexadecimal. */
  blocksKey: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional()
    .catch(undefined),
});

/**
 * The version that opened a data directory. It is beside the directory in the volume, where the daemon cannot write.
 * Agents of every version read it: fields are only added, and optional.
 */
export type DataMarker = z.infer<typeof markerShape>;

export const markerAfter = (
  earlier: DataMarker | null,
  { clientVersion, nodeType, blocksKey }: { clientVersion: string; nodeType: NodeType; blocksKey?: string | null },
): DataMarker => ({
  begunWith: earlier?.begunWith ?? clientVersion,
  newest: earlier !== null && compareVersions(earlier.newest, clientVersion) > 0 ? earlier.newest : clientVersion,
  nodeType,
  blocksKey: blocksKey ?? earlier?.blocksKey,
});

/** Reads the marker of the volume that a container mounts; null without a valid one. */
export const readDataMarker = async (client: EngineClient, containerId: string): Promise<DataMarker | null> =>
  parseMarker(await textOf(client, containerId, paths.dataMarker));

/** Empty for a file that cannot be ours. */
const textOf = async (client: EngineClient, containerId: string, path: string): Promise<string> =>
  (await readFile(client, containerId, path))?.toString('utf8') ?? '';

/** Returns null for an invalid marker of someone else: the block files still identify the data. */
export const parseMarker = (text: string): DataMarker | null => markerShape.safeParse(jsonOrNull(text)).data ?? null;

/** Reads the format of the chain data from the volume that a container mounts. */
export async function readDataFormat(client: EngineClient, containerId: string, network: Network): Promise<DataFormat> {
  const [marker, key] = await Promise.all([
    readDataMarker(client, containerId),
    readFile(client, containerId, `${paths.dataDir}/${networkFacts(network).folder}blocks/xor.dat`),
  ]);
  // An empty file is being written, or was cut off by a full disk: it proves nothing.
  const obfuscated = key === null || key.length === 0 ? null : key.some((byte) => byte !== 0);
  return { begunWith: marker?.begunWith ?? null, obfuscated };
}

/**
 * Reads the owner of the data directory in the volume that a container mounts, as `UID:GID`; null without a directory, and
 * for root, as which no daemon runs. The daemon can neither replace the directory nor change its owner. Podman answers with
 * the user of the container, for all files.
 */
export const readDataOwner = (client: EngineClient, containerId: string): Promise<string | null> =>
  readArchive(client, { containerId, path: paths.dataDir }, async (entries) => {
    for await (const { header } of entries) {
      const { uid = 0, gid = 0 } = header;
      return header.type === 'directory' && uid > 0 && gid > 0 ? `${uid}:${gid}` : null;
    }
    return null;
  });

const rpcShape = z.object({ password: z.string().min(16).max(256), salt: z.string().regex(/^[0-9a-f]{16,64}$/) });

/**
 * Reads the agent's RPC credentials from the volume that a container mounts; null without any. They are beside the data
 * directory, accessible to root only: with them, an agent that lost its store recognizes a matching container.
 */
export const readAgentRpc = async (client: EngineClient, containerId: string): Promise<AgentRpc | null> =>
  rpcShape.safeParse(jsonOrNull(await textOf(client, containerId, paths.agentRpc))).data ?? null;

export interface NodeUser {
  uid: number;
  gid: number;
}

/**
 * Writes the data directory of a stopped container, and bitcoin.conf with this text. Works through the engine, so it
 * needs no host path; repeating it on used data leaves the chain data unchanged. Beside the data directory it writes
 * `marker`, which belongs to root, and `agentRpc`, which only root may read.
 */
export async function writeConfig(
  client: EngineClient,
  containerId: string,
  user: NodeUser,
  text: string,
  marker: DataMarker,
  agentRpc: AgentRpc | null,
): Promise<void> {
  await putEntries(client, containerId, 'write the node’s configuration', [
    [{ ...user, mtime: new Date(0), name: `${dataFolder}/`, type: 'directory', mode: 0o700 }],
    configEntry(text, user),
    markerEntry(marker),
    ...(agentRpc === null ? [] : [ofRoot(agentRpcFile, 0o400, agentRpc)]),
  ]);
}

/** Replaces bitcoin.conf beside the data directory, for the next start. No daemon can interfere, also a running one. */
export const replaceConfig = (client: EngineClient, containerId: string, user: NodeUser, text: string): Promise<void> =>
  putEntries(client, containerId, 'write the node’s configuration', [configEntry(text, user)]);

/** bitcoin.conf: only the daemon's group can read it, and only root can write it. */
const configEntry = (text: string, { gid }: NodeUser): Entry => [
  { uid: 0, gid, mode: 0o440, name: posix.relative(paths.mountPoint, paths.configFile), mtime: new Date(0) },
  text,
];

/** Writes `marker` beside the data directory of a stopped container. */
export const writeMarker = (client: EngineClient, containerId: string, marker: DataMarker): Promise<void> =>
  putEntries(client, containerId, 'write the chain data marker', [markerEntry(marker)]);

type Entry = readonly [header: Parameters<Pack['entry']>[0], content?: string | Buffer];

const ofRoot = (name: string, mode: number, content: object): Entry => [
  { name, mode, uid: 0, gid: 0, mtime: new Date(0) },
  `${JSON.stringify(content)}\n`,
];

const markerEntry = (marker: DataMarker): Entry => ofRoot(dataMarkerFile, 0o444, marker);

/** Writes entries into the volume of a container, by their paths in it. */
export async function putEntries(
  client: EngineClient,
  containerId: string,
  what: string,
  entries: readonly Entry[],
  options?: CallOptions,
): Promise<void> {
  const bytes = await archiveOf(entries);
  await client.onContainer(
    containerId,
    what,
    (container, abort) => container.putArchive(bytes, { ...abort, path: paths.mountPoint }),
    options,
  );
}

/** An archive as the engine reads and writes it. */
export async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const [header, content] of entries)
    content === undefined ? archive.entry(header) : archive.entry(header, content);
  archive.finalize();
  return Buffer.concat(await Array.fromAsync(archive as AsyncIterable<Buffer>));
}
