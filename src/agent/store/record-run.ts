import type { Logger } from 'pino';
import { ownVersion } from '../../version.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from './database.ts';
import { writeHostSettings } from './host-settings.ts';
import { Installation } from './installation.ts';
import { logStoreError } from './store-error.ts';

/** Records this run for later ones, and for `explain` while no agent runs. */
export function recordRun(settings: AgentSettings, database: Store, log: Logger): void {
  try {
    new Installation(database).recordAgentVersion(ownVersion());
    writeHostSettings(database, settings);
  } catch (error) {
    // On a full disk: what depends on it, such as the explanation without an agent, can wait.
    logStoreError(log, 'the agent cannot write its own store', error, database);
  }
}
