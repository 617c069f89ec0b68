import * as z from 'zod';
import { compareVersions } from '../../../bitcoin/clients/versions.ts';
import type { DataFormat } from '../../../bitcoin/data-format.ts';
import { type Network, networkFacts } from '../../../bitcoin/network.ts';
import type { NodeType } from '../../../bitcoin/node-config.ts';
import { jsonOrNull } from '../../../text/json-or-null.ts';
import type { ChainTip } from '../../runtime/node-record.ts';
import type { EngineClient } from './engine-client.ts';
import { paths } from './paths.ts';
import { readFile } from './read-file.ts';

/**
 * The version that opened a data directory. It is beside the directory in the volume, where the daemon cannot write.
 * Agents of every version read it: fields are only added, and optional.
 */
export interface DataMarker {
  begunWith: string;
  newest: string;
  /** Of the daemon that opened it last. */
  nodeType?: NodeType | undefined;
  /** The last known chain tip, written when its node is deleted and the data kept. */
  tip?: ChainTip | undefined;
  /** On a copy in another data root that no daemon has opened yet. */
  unopened?: boolean | undefined;
}

const shape = z.object({
  begunWith: z.string().max(64),
  newest: z.string().max(64),
  nodeType: z.enum(['full', 'pruned']).optional().catch(undefined),
  tip: z
    .object({
      height: z.int32().nonnegative(),
      bestBlockHash: z.string().regex(/^[0-9a-f]{64}$/),
      sizeOnDiskBytes: z.number().nonnegative(),
    })
    .optional()
    .catch(undefined),
  unopened: z.boolean().optional().catch(undefined),
});

export const markerAfter = (
  earlier: DataMarker | null,
  { clientVersion, nodeType }: { clientVersion: string; nodeType: NodeType },
): DataMarker => ({
  begunWith: earlier?.begunWith ?? clientVersion,
  newest: earlier !== null && compareVersions(earlier.newest, clientVersion) > 0 ? earlier.newest : clientVersion,
  nodeType,
});

/** Reads the marker of the volume that a container mounts; null without a valid one. Throws RuntimeError. */
export async function readDataMarker(client: EngineClient, containerId: string): Promise<DataMarker | null> {
  const bytes = await readFile(client, containerId, paths.dataMarker);
  return bytes === null ? null : parseMarker(bytes.toString('utf8'));
}

/** Returns null for an invalid marker of someone else: the block files still identify the data. */
export const parseMarker = (text: string): DataMarker | null => shape.safeParse(jsonOrNull(text)).data ?? null;

/** Reads the format of the chain data from the volume that a container mounts. Throws RuntimeError. */
export async function readDataFormat(client: EngineClient, containerId: string, network: Network): Promise<DataFormat> {
  const [marker, key] = await Promise.all([
    readDataMarker(client, containerId),
    readFile(client, containerId, `${paths.dataDir}/${networkFacts(network).folder}blocks/xor.dat`),
  ]);
  // An empty file is being written, or was cut off by a full disk: it proves nothing.
  const obfuscated = key === null || key.length === 0 ? null : key.some((byte) => byte !== 0);
  return { begunWith: marker?.begunWith ?? null, obfuscated };
}
