import { addAbortListener } from 'node:events';
import { Socket } from 'node:net';
import type { Client } from 'pg';
import { endsWithin } from '../../../timing/ends-within.ts';
import type { Listen } from './database.ts';
import type { UrlSetting } from './database-url.ts';
import { Endpoints } from './endpoints.ts';
import { requireKind, setUpSession } from './session.ts';

const timeoutMs = 5000;
const keepaliveMs = 10_000;
const endTimeoutMs = 1000;

/** The connection's name in PostgreSQL: each serving control plane has one. */
export const busName = 'satrap bus';

/**
 * Listens on its own connection. A server that stops responding, or that becomes read-only because another one took
 * over, counts as lost within 15 seconds.
 */
export function listenOn(url: string, setting: UrlSetting = 'DATABASE_URL'): Listen {
  const endpoints = Endpoints.of(url, setting);
  return async ({ channel, onOpen, onPayload }, signal) => {
    if (signal.aborted) return;
    const { client, lost, usable, close } = await endpoints.connect(() => openListener(endpoints, signal));
    let keepalive: NodeJS.Timeout | undefined;
    const aborted = Promise.withResolvers<void>();
    using _aborted = addAbortListener(signal, () => aborted.resolve());
    const ended = Promise.race([lost, aborted.promise]);
    ended.catch(() => undefined);
    client.on('notification', ({ payload = '' }) => onPayload(payload));
    try {
      await Promise.race([client.query(`LISTEN ${client.escapeIdentifier(channel)}`), ended]);
      if (signal.aborted) return;
      onOpen();
      const checked = Promise.withResolvers<never>();
      keepalive = setInterval(() => void usable().catch(checked.reject), keepaliveMs);
      await Promise.race([ended, checked.promise]);
    } finally {
      clearInterval(keepalive);
      close();
    }
  };
}

interface Listener {
  client: Client;
  /** Rejects when the connection ends. */
  lost: Promise<never>;
  /** Rejects unless the server responds and takes writes. */
  usable: () => Promise<void>;
  close: () => void;
}

async function openListener(endpoints: Endpoints, signal: AbortSignal): Promise<Listener> {
  const { Client } = await import('pg');
  const socket = new Socket();
  const client = new Client({
    ...endpoints.current,
    application_name: busName,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    stream: () => socket,
  });
  const ended = Promise.withResolvers<never>();
  // Waiters get the rejection; before that, the failed statement reports the same.
  ended.promise.catch(() => undefined);
  client.on('error', ended.reject);
  client.on('end', () => ended.reject(new Error('the database closed the connection')));
  using _aborted = addAbortListener(signal, () => ended.reject(signal.reason));
  const usable = async () => requireKind(await setUpSession(client, timeoutMs), 'writable');
  // Not awaited: an unresponsive server would delay connecting to another one.
  const close = () => void endsWithin(client.end(), endTimeoutMs).then(() => socket.destroy());
  try {
    await Promise.race([client.connect(), ended.promise]);
    await Promise.race([usable(), ended.promise]);
  } catch (error) {
    close();
    throw error;
  }
  return { client, lost: ended.promise, usable, close };
}
