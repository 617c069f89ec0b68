import pRetry from 'p-retry';
import type { Client } from 'pg';
import { ControlPlaneSetupError } from '../../settings.ts';
import { connectionAdvice, isWorthRetrying, setupAdvice } from './connection-fault.ts';
import type { UrlSetting } from './database-url.ts';
import { Endpoints } from './endpoints.ts';
import { isPooledByTransaction, requireKind, setUpPooledSession, setUpSession } from './session.ts';

const connectionTimeoutMillis = 5000;
/** A database server that starts at the same time takes a moment, and one that recovers from a crash half a minute. */
const defaultRetries = 18;

/**
 * Works on a separate connection, without statement timeout. Throws ControlPlaneSetupError for an unusable server, or
 * a pooler that shares the connection with others.
 */
export async function withConnection<T>(
  url: string,
  work: (client: Client) => Promise<T>,
  setting: UrlSetting = 'DATABASE_URL',
  { retries = defaultRetries }: { retries?: number } = {},
): Promise<T> {
  const endpoints = Endpoints.of(url, setting);
  const client = await pRetry(() => connect(endpoints), {
    retries,
    minTimeout: 500,
    maxTimeout: 2000,
    shouldRetry: ({ error }) => isWorthRetrying(error),
  }).catch((error: unknown) => {
    throw new ControlPlaneSetupError(connectionAdvice(error, setting), { cause: error });
  });
  try {
    return await work(client);
  } catch (error) {
    const advice = setupAdvice(error, setting);
    throw advice === undefined ? error : new ControlPlaneSetupError(advice, { cause: error });
  } finally {
    await client.end();
  }
}

const connect = (endpoints: Endpoints): Promise<Client> =>
  endpoints.connect(async () => {
    const client = await openClient(endpoints);
    try {
      const session = await setUpSession(client, 0);
      requireKind(session, endpoints.wants);
      if (session.isPooled) {
        await refuseSharing(client, endpoints);
        await setUpPooledSession(client);
      }
      return client;
    } catch (error) {
      await client.end();
      throw error;
    }
  });

/** Connects once, also through a pooler of any kind. Returns whether one answers. Throws ControlPlaneSetupError. */
export async function findPooler(url: string, setting: UrlSetting = 'DATABASE_URL'): Promise<boolean> {
  const endpoints = Endpoints.of(url, setting);
  return endpoints
    .connect(async () => {
      const client = await openClient(endpoints);
      return setUpSession(client, 0).finally(() => client.end());
    })
    .then(
      ({ isPooled }) => isPooled,
      (error: unknown) => {
        throw new ControlPlaneSetupError(connectionAdvice(error, setting), { cause: error });
      },
    );
}

async function openClient(endpoints: Endpoints): Promise<Client> {
  const { Client } = await import('pg');
  const client = new Client({ ...endpoints.current, connectionTimeoutMillis, keepAlive: true });
  // A lost connection fails its statement, which reports it.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function refuseSharing(client: Client, endpoints: Endpoints): Promise<void> {
  const other = await openClient(endpoints);
  const isShared = await isPooledByTransaction(client, other).finally(() => other.end());
  if (isShared)
    throw new ControlPlaneSetupError(
      'the PostgreSQL URL leads through a connection pooler that pools by transaction, which carries neither LISTEN nor migrations nor backups; set DIRECT_DATABASE_URL to the URL of the server itself, or pool by session',
    );
}
