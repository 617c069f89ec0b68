import { type Pack, pack } from 'tar-stream';
import * as z from 'zod';
import { compareVersions } from '../../../bitcoin/clients/versions.ts';
import type { DataFormat } from '../../../bitcoin/data-format.ts';
import { type Network, networkFacts } from '../../../bitcoin/network.ts';
import type { NodeType } from '../../../bitcoin/node-config.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import type { AgentRpc } from '../../runtime/node-record.ts';
import type { EngineClient } from './engine-client.ts';
import { agentRpcFile, dataFolder, dataMarkerFile, paths } from './paths.ts';
import { readFile } from './read-file.ts';

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
});

/**
 * The version that opened a data directory. It is beside the directory in the volume, where the daemon cannot write.
 * Agents of every version read it: fields are only added, and optional.
 */
export type DataMarker = z.infer<typeof markerShape>;

export const markerAfter = (
  earlier: DataMarker | null,
  { clientVersion, nodeType }: { clientVersion: string; nodeType: NodeType },
): DataMarker => ({
  begunWith: earlier?.begunWith ?? clientVersion,
  newest: earlier !== null && compareVersions(earlier.newest, clientVersion) > 0 ? earlier.newest : clientVersion,
  nodeType,
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

const rpcShape = z.object({ password: z.string().min(16).max(256), salt: z.string().regex(/^[0-9a-f]{16,64}$/) });

/**
 * Reads the agent's RPC credentials from the volume that a container mounts; null without any. They are beside the data
 * directory, accessible to root only: with them, an agent that lost its store recognizes a matching container.
 */
export const readAgentRpc = async (client: EngineClient, containerId: string): Promise<AgentRpc | null> =>
  rpcShape.safeParse(jsonOrNull(await textOf(client, containerId, paths.agentRpc))).data ?? null;

/**
 * Writes `bitcoin.conf` into the data directory of a stopped container, readable by the daemon's user only. Works
 * through the engine, so it needs no host path; repeating it on used data leaves the chain data unchanged. Beside the
 * data directory it writes `marker`, which belongs to root, and `agentRpc`, which only root may read.
 */
export async function writeConfig(
  client: EngineClient,
  containerId: string,
  user: { uid: number; gid: number },
  config: string,
  marker: DataMarker,
  agentRpc: AgentRpc | null,
): Promise<void> {
  const owner = { ...user, mtime: new Date(0) };
  await put(client, containerId, 'write the node’s configuration', [
    [{ ...owner, name: `${dataFolder}/`, type: 'directory', mode: 0o700 }],
    [{ ...owner, name: `${dataFolder}/bitcoin.conf`, mode: 0o400 }, config],
    markerEntry(marker),
    ...(agentRpc === null ? [] : [ofRoot(agentRpcFile, 0o400, agentRpc)]),
  ]);
}

/** Writes `marker` beside the data directory of a stopped container. */
export const writeMarker = (client: EngineClient, containerId: string, marker: DataMarker): Promise<void> =>
  put(client, containerId, 'write the chain data marker', [markerEntry(marker)]);

type Entry = readonly [header: Parameters<Pack['entry']>[0], content?: string | Buffer];

const ofRoot = (name: string, mode: number, content: object): Entry => [
  { name, mode, uid: 0, gid: 0, mtime: new Date(0) },
  `${JSON.stringify(content)}\n`,
];

const markerEntry = (marker: DataMarker): Entry => ofRoot(dataMarkerFile, 0o444, marker);

async function put(client: EngineClient, containerId: string, what: string, entries: readonly Entry[]): Promise<void> {
  const bytes = await archiveOf(entries);
  await client.onContainer(containerId, what, (container, options) =>
    container.putArchive(bytes, { ...options, path: paths.mountPoint }),
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
