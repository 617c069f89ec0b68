import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type InitResult, initControlPlane } from '../../src/control-plane/commands/init.ts';
import { eventPartitions } from '../../src/control-plane/history/events/retention.ts';
import { keepHistory } from '../../src/control-plane/history/metrics/retention.ts';
import { readSecret } from '../../src/control-plane/people/accounts/secret.ts';
import type { Database } from '../../src/control-plane/platform/database/database.ts';
import { withDatabase } from '../../src/control-plane/platform/database/open.ts';
import { makePartitionsAhead } from '../../src/control-plane/platform/database/partitions.ts';
import { defaultSettings } from '../../src/control-plane/settings.ts';
import { runCommand } from '../../src/devhost/run-command.ts';
import { copyDatabase, quiet, type ServerDatabase } from './server-database.ts';

// vitest is loaded only on use, because a bench has no vitest set-up.

export const owner = { email: 'owner@example.com', organization: 'Example' };

interface Initialised {
  made: InitResult;
  secret: string;
}

async function initialise(dataDir: string, databaseUrl?: string): Promise<Initialised> {
  const settings = { ...defaultSettings, production: true, dataDir, databaseUrl };
  const made = await initControlPlane(settings, owner, quiet);
  await withDatabase(settings, quiet, makePartitions);
  return { made, secret: readSecret(dataDir).text };
}

/** As the jobs of every control plane do on an empty database, in a fifth of a second of CPU time. */
async function makePartitions(database: Database): Promise<void> {
  const now = new Date();
  const { sampleRetentionDays } = defaultSettings;
  await keepHistory(database, { sampleRetentionDays, now }, new AbortController().signal);
  await makePartitionsAhead(database, eventPartitions, { now, periods: 2 });
}

const keep = (file: string, initialised: Initialised): void =>
  writeFileSync(file, JSON.stringify(initialised), { mode: 0o600 });
const kept = (file: string): Initialised => JSON.parse(readFileSync(file, 'utf8'));

/** A copy of a database that the first start of the run initialised, which takes half a second of CPU time. */
export async function copyInitialised(): Promise<Initialised & ServerDatabase> {
  const { inject } = await import('vitest');
  const file = join(inject('runFolder'), 'initialised.json');
  const database = await copyDatabase(inject('postgresUrl'), 'initialised', async (databaseUrl) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'satrap-cp-'));
    keep(file, await initialise(dataDir, databaseUrl));
    rmSync(dataDir, { recursive: true });
  });
  return { ...database, ...kept(file) };
}

/** Copies an embedded database, which the first call of the run initialises in two seconds of CPU time, into a data folder. */
export async function copyEmbedded(dataDir: string): Promise<Initialised> {
  const { oncePerRun } = await import('./one-at-a-time.ts');
  const folder = await oncePerRun('embedded', async (draft) => keep(join(draft, 'made.json'), await initialise(draft)));
  await runCommand('cp', ['-a', join(folder, 'postgresql'), dataDir]);
  return kept(join(folder, 'made.json'));
}
