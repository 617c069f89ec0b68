import { chmodSync, mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import type { ControlPlaneSettings } from '../settings.ts';
import type { OpenDatabase } from './database.ts';
import { openEmbedded } from './open-embedded.ts';
import { openServer } from './open-server.ts';

/** Opens the database and migrates it. Throws ControlPlaneSetupError for what the operator can mend. */
export async function openDatabase(settings: ControlPlaneSettings, log: Logger): Promise<OpenDatabase> {
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  chmodSync(settings.dataDir, 0o700);
  return settings.databaseUrl === undefined ? openEmbedded(settings.dataDir) : openServer(settings.databaseUrl, log);
}
