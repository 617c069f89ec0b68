import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type InitResult, initControlPlane } from '../../src/control-plane/commands/init.ts';
import { readSecret } from '../../src/control-plane/people/accounts/secret.ts';
import { defaultSettings } from '../../src/control-plane/settings.ts';
import { copyDatabase, makeDatabase, makeMigratedDatabase, type ServerDatabase } from './server-database.ts';

// vitest is loaded only on use, because a bench has no vitest set-up.

export const owner = { email: 'owner@example.com', organization: 'Example' };

interface Initialised {
  made: InitResult;
  secret: string;
}

/** A copy of a database that the first start of the run initialised, which takes half a second of CPU time. */
export async function copyInitialised(): Promise<Initialised & ServerDatabase> {
  const { inject } = await import('vitest');
  const file = join(inject('runFolder'), 'initialised.json');
  const database = await copyDatabase(inject('postgresUrl'), 'initialised', async (databaseUrl) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'satrap-cp-'));
    const made = await initControlPlane(
      { ...defaultSettings, production: true, databaseUrl, dataDir },
      owner,
      pino({ level: 'silent' }),
    );
    writeFileSync(file, JSON.stringify({ made, secret: readSecret(dataDir).text } satisfies Initialised), {
      mode: 0o600,
    });
    rmSync(dataDir, { recursive: true });
  });
  return { ...database, ...(JSON.parse(readFileSync(file, 'utf8')) as Initialised) };
}

/** A database without a control plane's first rows, on this server or the set-up's. */
export async function makeServerDatabase(postgres: string | undefined): Promise<ServerDatabase> {
  if (postgres !== undefined) return makeDatabase(postgres);
  const { inject } = await import('vitest');
  return makeMigratedDatabase(inject('postgresUrl'));
}
