import pRetry from 'p-retry';
import type { Client } from 'pg';
import { ControlPlaneSetupError } from '../../settings.ts';
import { connectionAdvice, isWorthRetrying, setupAdvice } from './connection-fault.ts';
import type { UrlSetting } from './database-url.ts';
import { Endpoints } from './endpoints.ts';
import {
  beginPooled,
  isPooledByTransaction,
  requireKind,
  type Session,
  setUpPooledSession,
  setUpSession,
} from './session.ts';

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
  const client = await retried(() => connect(endpoints), setting, retries);
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

/** Repeats it while the server starts. Throws ControlPlaneSetupError. */
const retried = <T>(attempt: () => Promise<T>, setting: UrlSetting, retries: number): Promise<T> =>
  pRetry(attempt, {
    retries,
    minTimeout: 500,
    maxTimeout: 2000,
    shouldRetry: ({ error }) => isWorthRetrying(error),
  }).catch((error: unknown) => {
    throw new ControlPlaneSetupError(connectionAdvice(error, setting), { cause: error });
  });

/** Works in one transaction, also through a pooler of any kind. Throws ControlPlaneSetupError. */
export function withTransaction<T>(
  url: string,
  work: (client: Client, session: Session) => Promise<T>,
  setting: UrlSetting = 'DATABASE_URL',
  { retries = defaultRetries }: { retries?: number } = {},
): Promise<T> {
  const endpoints = Endpoints.of(url, setting);
  const attempt = () =>
    endpoints.connect(async () => {
      const client = await openClient(endpoints);
      try {
        const session = await setUpSession(client, 0);
        await beginPooled(client, 0);
        const result = await work(client, session);
        await client.query('COMMIT');
        return result;
      } finally {
        await client.end();
      }
    });
  return retried(attempt, setting, retries);
}

/** Connects once, and returns whether a pooler answers. Throws ControlPlaneSetupError. */
export const findPooler = (url: string, setting: UrlSetting = 'DATABASE_URL'): Promise<boolean> =>
  withTransaction(url, async (_client, { isPooled }) => isPooled, setting, { retries: 0 });

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
