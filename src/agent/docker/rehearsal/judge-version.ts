import type { NodeConfig } from '../../../bitcoin/node-config.ts';
import { nodeSettings } from '../../../bitcoin/node-settings.ts';
import { fitText } from '../../../text/fit-text.ts';
import { printable } from '../../../text/printable.ts';
import type { RehearsalSource } from '../../runtime/node-record.ts';

export interface SeenIndex {
  name: string;
  synced: boolean;
  bestBlockHeight: number;
}

/** What the version shows on the copy, and what the node itself shows of the same blocks. */
export interface Compared {
  version: string;
  height: number;
  bestBlockHash: string;
  indexes: readonly SeenIndex[];
  /** The version’s block at the height that the node had at the copy; null if the copy ends before. */
  atSourceHeight: string | null;
  utxoHash: string | null;
  source: RehearsalSource;
  /** The node’s block at the height of the copy; null if the node does not answer now. */
  ofNode: string | null;
  /** The node’s indexes; null if the node does not answer now. */
  indexesOfNode: readonly SeenIndex[] | null;
}

/** Returns why a version that runs on a copy does not pass; null if it does. */
export function whyRefused(seen: Compared): string | null {
  const { version, height, bestBlockHash, source, ofNode, atSourceHeight, utxoHash, indexes } = seen;
  const differs = (what: string, ofCopy: string, other: string) =>
    `${version} shows another ${what} on the copy: ${ofCopy}, and the node has ${other}`;
  if (ofNode !== null && ofNode !== bestBlockHash) return differs(`block ${height}`, bestBlockHash, ofNode);
  if (atSourceHeight !== null && atSourceHeight !== source.bestBlockHash)
    return differs(`block ${source.height}`, atSourceHeight, source.bestBlockHash);
  const { utxo } = source;
  if (utxo !== null && utxoHash !== null && utxo.hash !== utxoHash)
    return differs(`UTXO set hash at ${utxo.block}`, utxoHash, utxo.hash);
  const names = new Set(indexes.map(({ name }) => name));
  const missing = (seen.indexesOfNode ?? []).filter(({ name }) => !names.has(name)).map(({ name }) => name);
  return missing.length === 0 ? null : `${version} does not have the node’s index ${missing.join(', ')}`;
}

/** Returns what people should know about a version that runs on a copy. */
export function notesOf({ version, height, source, indexes, indexesOfNode }: Compared): string[] {
  const behind = source.height - height;
  const wasSynced = new Set(indexesOfNode?.flatMap(({ name, synced }) => (synced ? [name] : [])));
  const built = indexes.filter(({ name, synced }) => !synced && wasSynced.has(name)).map(({ name }) => name);
  return [
    ...(behind > 0
      ? [`the copy ends ${behind} blocks before the node: with what its daemon had last written to disk`]
      : []),
    ...built.map((name) => `${version} builds ${name}, which was complete, again`),
    ...(indexesOfNode === null
      ? ['the node did not answer at the end, so its blocks and indexes were not compared']
      : []),
  ];
}

const maxOptions = 50;
const maxWarnings = 20;
const maxLength = 256;

/** Returns the node's options that a daemon ignores, by its log. Options of the platform are no concern of users. */
export function ignoredOptions(log: readonly string[], config: NodeConfig): string[] {
  const keys = new Set(nodeSettings(config).map(({ key }) => key));
  const found = log.flatMap((line) => /Ignoring unknown configuration value (?:\w+\.)?(\w+)/.exec(line)?.[1] ?? []);
  return [...new Set(found)]
    .filter((key) => keys.has(key) && key.length <= maxLength)
    .toSorted()
    .slice(0, maxOptions);
}

/** Returns the warnings in a daemon's log, each once. */
export function loggedWarnings(log: readonly string[]): string[] {
  const found = log.flatMap((line) => /^(?:\S+Z )?(?:\[[^\]]*\] )*Warning: (.+)$/.exec(line)?.[1] ?? []);
  return [...new Set(found.map((text) => fitText(printable(text), maxLength)))].slice(0, maxWarnings);
}
