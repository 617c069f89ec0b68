import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultDataRoot } from '../../contract/names.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import { parseMarker } from './engine/data-marker.ts';
import type { EngineClient } from './engine/engine-client.ts';
import { dataMarkerFile } from './engine/paths.ts';
import { findVolumes, type NodeVolume } from './engine/volumes.ts';

/** The operator's settings that say where chain data may lie. */
export type DataRoots = Pick<AgentSettings, 'dataRoot' | 'dataRoots'>;

/** Returns the directory of a data root; undefined where the engine keeps the data itself, null for a root that the operator does not name. Pure. */
export function dataRootPath({ dataRoot, dataRoots }: DataRoots, name: string): string | undefined | null {
  if (name === defaultDataRoot) return dataRoot;
  return Object.hasOwn(dataRoots, name) ? (dataRoots[name] ?? null) : null;
}

export const dataRootNames = ({ dataRoots }: Pick<DataRoots, 'dataRoots'>): string[] => [
  defaultDataRoot,
  ...Object.keys(dataRoots),
];

/** What is known of where the data of a node is. */
export interface RootFacts {
  recorded: string | undefined;
  mounted: string | undefined;
  /** Where a new node's data is to begin. */
  asked: string | null | undefined;
  volumes: readonly NodeVolume[];
  /** Whether a volume holds a copy that no daemon has opened yet. */
  isUnopened(volume: NodeVolume): boolean;
}

/**
 * Returns the data root that a node's data is used from, and `rivals`, the roots of which each may be it, where nothing says which. An agent
 * that lost its store goes by the container, and without one by the only volume that a daemon has opened. Pure but for `isUnopened`.
 */
export function rootInUse({ recorded, mounted, asked, volumes, isUnopened }: RootFacts): {
  dataRoot: string;
  rivals: readonly string[];
} {
  const known = recorded ?? mounted;
  if (known !== undefined) return { dataRoot: known, rivals: [] };
  const [only, ...others] = volumes;
  if (only === undefined) return { dataRoot: asked ?? defaultDataRoot, rivals: [] };
  if (others.length === 0) return { dataRoot: only.dataRoot, rivals: [] };
  const opened = volumes.filter((volume) => !isUnopened(volume));
  const [first = only, ...rest] = opened;
  return { dataRoot: first.dataRoot, rivals: rest.length === 0 && opened.length === 1 ? [] : namesOf(volumes) };
}

const namesOf = (volumes: readonly NodeVolume[]): string[] => volumes.map(({ dataRoot }) => dataRoot);

/** Whether a volume holds a copy that no daemon has opened, or half of one, as far as this process sees it. */
export function isUnopenedCopy({ path }: NodeVolume): boolean {
  try {
    const marker = parseMarker(readFileSync(join(path, dataMarkerFile), 'utf8'));
    return marker === null || marker.unopened === true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Finds the volume that a node's data is used from, for who only reads it; undefined where there is none. Throws RuntimeError. */
export async function volumeInUse(
  { client, executorId, database }: { client: EngineClient; executorId: string; database: Store },
  nodeId: string,
): Promise<NodeVolume | undefined> {
  const { ours } = await findVolumes(client, executorId, nodeId);
  const recorded = loadNodeRecord(database, nodeId)?.dataRoot;
  const facts = { recorded, mounted: undefined, asked: null, volumes: ours, isUnopened: isUnopenedCopy };
  const { dataRoot } = rootInUse(facts);
  return ours.find((volume) => volume.dataRoot === dataRoot);
}
