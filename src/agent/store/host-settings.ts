import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import { ownVersion } from '../../version.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { readValue, type Store, writeValue } from './database.ts';
import { installationIn } from './installation.ts';
import { logStoreError } from './store-error.ts';

/** The stored settings, with which `satrap agent explain` works while no agent runs. None is secret. */
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

/** Records this run for later ones, and for `explain` while no agent runs. */
export function recordRun(settings: AgentSettings, database: Store, log: Logger): void {
  try {
    installationIn(database).recordAgentVersion(ownVersion());
    writeHostSettings(database, settings);
  } catch (error) {
    // On a full disk, features that depend on it, such as the offline explanation, can wait.
    logStoreError(log, 'cannot write to the agent’s store', error, database);
  }
}
