import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { withConnection } from '../../../control-plane/platform/database/connect.ts';
import { errorMessage } from '../../../text/error-message.ts';
import { type Address, addressOf, dataDir, envPath, portOf } from './layout.ts';

/** Disk space of a new database with its write-ahead log. */
const neededMib = 1024;
/** As in the unit. */
const metricsPort = 9464;

export interface PlannedService {
  env: Readonly<Record<string, string>>;
  email: string | undefined;
  organization: string | undefined;
  /** Whether this host's service already uses its ports. */
  isRunning: boolean;
}

/** Returns why a control plane cannot serve here, one sentence each. Changes nothing. */
export async function whyUnfit({ env, email, organization, isRunning }: PlannedService): Promise<string[]> {
  const metrics = { host: '127.0.0.1', port: portOf(env, 'SATRAP_METRICS_PORT', metricsPort) };
  const busy = isRunning
    ? []
    : [
        await portFault(addressOf(env), '--host and --port'),
        await portFault(metrics, `SATRAP_METRICS_PORT in ${envPath}`),
      ];
  const { DATABASE_URL: databaseUrl } = env;
  const database = databaseUrl ? await databaseFault(databaseUrl) : toolFault();
  return [...busy, database, diskFault(), ownerFault(email, organization)].filter((fault) => fault !== null);
}

/** Whether this host's control plane has an owner. */
export const isInitialised = (): boolean => existsSync(join(dataDir, 'secret'));

function ownerFault(email: string | undefined, organization: string | undefined): string | null {
  if (isInitialised()) return null;
  if (email === undefined || organization === undefined)
    return 'There is no owner yet. Add --email YOU@EXAMPLE.COM --organization NAME.';
  if (!z.email().safeParse(email).success) return `${email} is not an e-mail address.`;
  const { length } = organization.trim();
  return length >= 1 && length <= 63 ? null : 'The organization’s name must have 1 to 63 characters.';
}

async function portFault({ host, port }: Address, settings: string): Promise<string | null> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const taken = code === 'EADDRINUSE' ? 'in use by another program' : errorMessage(error);
    return `Cannot use port ${port} of ${host}: ${taken}. Choose another one with ${settings}.`;
  } finally {
    server.close();
  }
}

function toolFault(): string | null {
  const { status } = spawnSync('setpriv', ['--version'], { stdio: 'ignore' });
  return status === 0
    ? null
    : 'The embedded PostgreSQL needs setpriv, which is missing. Install it (on Debian: apt-get install util-linux).';
}

async function databaseFault(url: string): Promise<string | null> {
  try {
    await withConnection(url, (client) => client.query('SELECT 1'));
    return null;
  } catch (error) {
    return `${errorMessage(error)}.`;
  }
}

function diskFault(): string | null {
  let at: string = dataDir;
  while (!existsSync(at)) at = dirname(at);
  const { bavail, bsize } = statfsSync(at);
  const freeMib = Math.floor((bavail * bsize) / 1024 ** 2);
  return freeMib >= neededMib
    ? null
    : `The disk of ${dataDir} has ${freeMib} MiB free, and a database needs ${neededMib} MiB. Free some space.`;
}
