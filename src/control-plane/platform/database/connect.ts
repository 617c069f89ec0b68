import pRetry from 'p-retry';
import type { Client } from 'pg';
import { ControlPlaneSetupError } from '../../settings.ts';
import { isWorthRetrying, setupAdvice, urlFault } from './connection-fault.ts';

const connectionTimeoutMillis = 5000;

/** Works on a separate connection, without statement timeout. Throws ControlPlaneSetupError for an unusable server. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const fault = urlFault(url);
  if (fault !== undefined) throw new ControlPlaneSetupError(fault);
  try {
    const client = await pRetry(() => connect(url), {
      // A database server that starts at the same time takes a moment, and one that recovers from a crash half a
      // minute.
      retries: 18,
      minTimeout: 500,
      maxTimeout: 2000,
      shouldRetry: ({ error }) => isWorthRetrying(error),
    });
    return await work(client).finally(() => client.end());
  } catch (error) {
    const advice = setupAdvice(error);
    throw advice === undefined ? error : new ControlPlaneSetupError(advice, { cause: error });
  }
}

async function connect(url: string): Promise<Client> {
  const { Client } = await import('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis, keepAlive: true });
  // A lost connection fails its statement, which reports it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
