import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { pino } from 'pino';
import { withConnection } from '../../src/control-plane/platform/database/connect.ts';
import { openServer } from '../../src/control-plane/platform/database/open.ts';

// vitest is loaded only on use, because a bench has no vitest set-up.

export const quiet = pino({ level: 'silent' });

export interface ServerDatabase {
  databaseUrl: string;
  drop: () => Promise<void>;
}

export async function makeDatabase(server: string): Promise<ServerDatabase> {
  const name = newName();
  await withConnection(server, (client) => client.query(`CREATE DATABASE ${name}`));
  return describe(server, name);
}

/** Creates a database with the current tables: a copy of one that is migrated once. */
export const makeMigratedDatabase = (server: string): Promise<ServerDatabase> =>
  copyDatabase(server, 'migrated', async (databaseUrl) => {
    const { close } = await openServer(databaseUrl, quiet);
    await close();
  });

/** Creates a copy of a database that the first call fills. */
export async function copyDatabase(
  server: string,
  template: string,
  fill: (databaseUrl: string) => Promise<unknown>,
): Promise<ServerDatabase> {
  const name = newName();
  await withConnection(server, async (client) => {
    // By files in place of pages, with a checkpoint: takes two thirds of the CPU time, that of the later drop included.
    const copy = () => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
    await copy().catch(async (error: { code?: string }) => {
      if (error.code !== noSuchDatabase) throw error;
      await makeTemplate(server, client, template, fill);
      await copy();
    });
  });
  return describe(server, name);
}

const noSuchDatabase = '3D000';

async function makeTemplate(
  server: string,
  client: Client,
  template: string,
  fill: (databaseUrl: string) => Promise<unknown>,
): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [template]);
    if (rowCount !== 0) return;
    const draft = newName();
    await client.query(`CREATE DATABASE ${draft}`);
    await fill(describe(server, draft).databaseUrl);
    // Last, so that nobody copies an incomplete one.
    await client.query(`ALTER DATABASE ${draft} RENAME TO ${template}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [template]);
  }
}

const newName = (): string => `test_${randomBytes(6).toString('hex')}`;

function describe(server: string, name: string): ServerDatabase {
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = async () => {
    await withConnection(server, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
  };
  return { databaseUrl: url.href, drop };
}

/** A database without a control plane's first rows, on this server or the set-up's. */
export async function makeServerDatabase(postgres: string | undefined): Promise<ServerDatabase> {
  if (postgres !== undefined) return makeDatabase(postgres);
  const { inject } = await import('vitest');
  return makeMigratedDatabase(inject('postgresUrl'));
}
