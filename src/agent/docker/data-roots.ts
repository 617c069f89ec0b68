import { join } from 'node:path';
import { defaultDataRoot } from '../../contract/names.ts';
import { readPlainFile } from '../../storage/plain-file.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import { refused } from '../runtime/runtime-error.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { dataMarkerFile } from './engine/paths.ts';
import { maxMarkerBytes, parseMarker } from './engine/volume-files.ts';
import { findVolumes, type NodeVolume } from './engine/volumes.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';

/** The operator's settings for the location of chain data. */
export type DataRoots = Pick<AgentSettings, 'dataRoot' | 'dataRoots'>;

/** Returns the directory of a data root; undefined if the engine keeps the data itself, null for an unknown root. */
export function dataRootPath({ dataRoot, dataRoots }: DataRoots, name: string): string | undefined | null {
  if (name === defaultDataRoot) return dataRoot;
  return Object.hasOwn(dataRoots, name) ? (dataRoots[name] ?? null) : null;
}

/** The same for a root that must be known. */
export function requireRoot(roots: DataRoots, name: string): string | undefined {
  const path = dataRootPath(roots, name);
  if (path !== null) return path;
  const available = [defaultDataRoot, ...Object.keys(roots.dataRoots)].join(', ');
  throw refused(`this host has no data root ${name}; available: ${available} (setting data_roots)`);
}

export interface RootFacts {
  recorded: string | undefined;
  mounted: string | undefined;
  /** Where a new node's data starts. */
  asked: string | null | undefined;
  volumes: readonly NodeVolume[];
  /** Whether a volume contains a copy that no daemon has opened yet. */
  isUnopened(volume: NodeVolume): boolean;
}

/**
 * Returns the data root in use, and `rivals`, the candidates if it is ambiguous. An agent that lost its store uses that
 * of the container, or of the only volume that a daemon has opened.
 */
export function rootInUse({ recorded, mounted, asked, volumes, isUnopened }: RootFacts) {
  const known = recorded ?? mounted;
  if (known !== undefined) return { dataRoot: known, rivals: [] };
  const [only, ...others] = volumes;
  if (only === undefined) return { dataRoot: asked ?? defaultDataRoot, rivals: [] };
  if (others.length === 0) return { dataRoot: only.dataRoot, rivals: [] };
  const opened = volumes.filter((volume) => !isUnopened(volume));
  const rivals = opened.length === 1 ? [] : volumes.map(({ dataRoot }) => dataRoot);
  return { dataRoot: (opened[0] ?? only).dataRoot, rivals };
}

/** Whether a volume contains an unopened or partial copy, as far as this process can see. */
export function isUnopenedCopy({ path }: NodeVolume): boolean {
  try {
    const marker = parseMarker(readPlainFile(join(path, dataMarkerFile), maxMarkerBytes));
    return marker === null || marker.unopened === true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Finds the volume in use, for readers; undefined without one. */
export async function volumeInUse({ client, executorId, database }: ExecutorOnEngine, nodeId: string) {
  const { ours } = await findVolumes(client, executorId, nodeId);
  const recorded = loadNodeRecord(database, nodeId)?.dataRoot;
  const facts = { recorded, mounted: undefined, asked: null, volumes: ours, isUnopened: isUnopenedCopy };
  const { dataRoot } = rootInUse(facts);
  return ours.find((volume) => volume.dataRoot === dataRoot);
}
