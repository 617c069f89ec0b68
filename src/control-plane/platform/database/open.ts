import type { Logger } from 'pino';
import type { ControlPlaneSettings } from '../../settings.ts';
import type { Traces } from '../monitoring/traces.ts';
import { prepareDataFolder } from './data-folder.ts';
import type { OpenDatabase } from './database.ts';
import { openEmbedded } from './open-embedded.ts';
import { openServer } from './open-server.ts';

/** Opens the database and migrates it. Throws ControlPlaneSetupError for what the operator can mend. */
export async function openDatabase(
  settings: ControlPlaneSettings,
  log: Logger,
  traces?: Traces,
): Promise<OpenDatabase> {
  prepareDataFolder(settings.dataDir);
  return settings.databaseUrl === undefined
    ? openEmbedded(settings.dataDir, log, traces)
    : openServer(settings.databaseUrl, log, traces);
}
