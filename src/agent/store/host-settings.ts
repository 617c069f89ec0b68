import type { DatabaseSync } from 'node:sqlite';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from './database.ts';
import { readValue, writeValue } from './identity-table.ts';

/** What is kept, so that `satrap agent explain` can judge a node while no agent runs. No secret is among them. */
const keptSettings = [
  'dockerSocket',
  'dockerHost',
  'dockerTlsCa',
  'dockerTlsCert',
  'dockerTlsKey',
  'dataRoot',
  'dataRoots',
  'images',
  'networks',
  'allowRegtest',
  'nodeTypes',
  'bindAddress',
  'p2pBindAddress',
  'zmqBindAddress',
  'nodeUser',
] as const satisfies (keyof AgentSettings)[];

export type HostSettings = Pick<AgentSettings, (typeof keptSettings)[number]>;

export function readHostSettings(database: DatabaseSync): HostSettings | undefined {
  const stored = readValue(database, 'host');
  return stored === undefined ? undefined : (JSON.parse(stored) as HostSettings);
}

export function writeHostSettings(database: Store, settings: HostSettings): void {
  const kept = Object.fromEntries(keptSettings.map((name) => [name, settings[name]]));
  writeValue(database, 'host', JSON.stringify(kept));
}
